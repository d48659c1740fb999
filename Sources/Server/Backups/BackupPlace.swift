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

/// `bookzone-20261125T044500Z.sqlite`: a backup's name says when it was made.
struct BackupName: Hashable, Sendable {
    let text: String
    let date: Date

    init(_ date: Date) {
        let moment = date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: false)
                .timeZone(separator: .omitted).dateSeparator(.omitted).timeSeparator(.omitted))
        text = "\(Self.prefix)\(moment)\(Self.suffix)"
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// `nil` if the text is no such name.
    init?(_ text: some StringProtocol) {
        let style = Date.ISO8601FormatStyle().year().month().day().time(includingFractionalSeconds: false)
            .timeZone(separator: .omitted).dateSeparator(.omitted).timeSeparator(.omitted)
        guard text.hasPrefix(Self.prefix), text.hasSuffix(Self.suffix),
            let date = try? Date(
                String(text.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)), strategy: style),
            BackupName(date).text == text
        else { return nil }
        self = BackupName(date)
    }

    private static let (prefix, suffix) = ("bookzone-", ".sqlite")
}
#endif
