// With --lookup, the store as a cache of scans by content hash.
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Output
import Reading

/// Photos whose results the store has, by content.
struct StoreScanCache: ScanCache {
    private let store: any PhotoDecisions
    private let reading: String
    private let retried: StatusSet

    /// `nil` if the store has no photo that was read with these settings.
    ///
    /// - Parameters:
    ///   - reading: see `RunSettings.key`.
    ///   - retried: photos that have a page with one of these statuses are read again.
    init?(_ store: any PhotoDecisions, reading: String, retrying retried: StatusSet) {
        guard (try? store.hasPhotos(readBy: reading)) == true else { return nil }
        self.store = store
        self.reading = reading
        self.retried = retried
    }

    func isKnown(_ name: String, _ stamp: FileStamp) -> Bool { false }

    func mayBeKnown(_ name: String, _ stamp: FileStamp) -> Bool { true }

    func cached(_ name: String, sha256: String) -> ScanResult? {
        guard var records = try? store.records(sha256: sha256, readBy: reading),
            StatusSet(records.map(\.status)).isDisjoint(with: retried)
        else { return nil }
        for place in records.indices { records[place].photo = name }
        return .photo(records)
    }
}

extension RunSettings {
    /// Equal for runs with the same program, model and options.
    var key: String {
        var settings = self
        settings.options.lookup = false
        return PhotoScanner.sha256(Data(((try? JSONLine.line(settings)) ?? "").utf8)) ?? ""
    }
}
