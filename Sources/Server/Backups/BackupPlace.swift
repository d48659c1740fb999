#if Server
// Where a site's backups are kept.
import Catalogue
import Foundation

/// A folder or a bucket that holds backups, of one site alone.
protocol BackupPlace: Sendable {
    /// For messages; without secrets.
    var name: String { get }

    /// The whole backups that are there, in no order. Other files are ignored.
    func backups() async throws -> [BackupFile]

    /// Writes a backup of the store, which is complete and checked when it appears under its name.
    func write(_ store: Store, as file: BackupName) async throws -> BackupFile

    func remove(_ file: BackupName) async throws
}

struct BackupFile: Hashable, Sendable {
    var name: BackupName
    /// Its size.
    var bytes: Int
}

/// `bookzone-20261125T044500Z.tar`: a backup's name says when it was made. Earlier ones, of the store alone, end in
/// `.sqlite`.
struct BackupName: Hashable, Sendable {
    let text: String
    let date: Date

    init(_ date: Date) {
        let moment = date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: false)
                .timeZone(separator: .omitted).dateSeparator(.omitted).timeSeparator(.omitted))
        self.init(moment: moment, suffix: Self.suffixes[0], date)
    }

    private init(moment: String, suffix: String, _ date: Date) {
        text = "\(Self.prefix)\(moment)\(suffix)"
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// `nil` if the text is no such name.
    init?(_ text: some StringProtocol) {
        let style = Date.ISO8601FormatStyle().year().month().day().time(includingFractionalSeconds: false)
            .timeZone(separator: .omitted).dateSeparator(.omitted).timeSeparator(.omitted)
        guard text.hasPrefix(Self.prefix), let suffix = Self.suffixes.first(where: text.hasSuffix) else {
            return nil
        }
        let moment = String(text.dropFirst(Self.prefix.count).dropLast(suffix.count))
        guard let date = try? Date(moment, strategy: style), date.formatted(style) == moment else {
            return nil
        }
        self.init(moment: moment, suffix: suffix, date)
    }

    private static let prefix = "bookzone-"
    private static let suffixes = [".tar", ".sqlite"]
}
#endif
