#if Server
// Where a site's backups are kept.
import Catalogue
import Foundation

/// A folder or a bucket with the backups of one site.
protocol BackupPlace: Sendable {
    /// For messages; contains no secrets.
    var name: String { get }

    /// The complete backups, in no particular order. Other files are ignored.
    func backups() async throws -> [BackupFile]

    /// Writes a backup of the store. It appears under its name only when it is complete and checked.
    func write(_ store: Store, as file: BackupName) async throws -> BackupFile

    func remove(_ file: BackupName) async throws
}

struct BackupFile: Hashable, Sendable {
    var name: BackupName
    /// Its size in bytes.
    var bytes: Int
}

/// A backup's name has the time at which it was made: `bookzone-20261125T044500Z.tar`. Old backups, of the store alone,
/// end in `.sqlite`.
struct BackupName: Hashable, Sendable {
    let text: String
    let date: Date

    init(_ date: Date) {
        self.init(moment: date.formatted(Self.style), suffix: Self.suffixes[0], date)
    }

    private init(moment: String, suffix: String, _ date: Date) {
        text = "\(Self.prefix)\(moment)\(suffix)"
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// `nil` if the text is not the name of a backup.
    init?(_ text: some StringProtocol) {
        guard text.hasPrefix(Self.prefix), let suffix = Self.suffixes.first(where: text.hasSuffix) else {
            return nil
        }
        let moment = String(text.dropFirst(Self.prefix.count).dropLast(suffix.count))
        guard let date = try? Date(moment, strategy: Self.style), date.formatted(Self.style) == moment
        else { return nil }
        self.init(moment: moment, suffix: suffix, date)
    }

    private static let style = Date.ISO8601FormatStyle().year().month().day()
        .time(includingFractionalSeconds: false)
        .timeZone(separator: .omitted).dateSeparator(.omitted).timeSeparator(.omitted)
    private static let prefix = "bookzone-"
    private static let suffixes = [".tar", ".sqlite"]
}
#endif
