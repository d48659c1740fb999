// Decisions on photos, stored by a site.

import Books
import Catalogue
import CatalogueAPI

extension SharedCatalogue {
    package func withDecision(
        _ record: PhotoRecord, by reading: ScanSettingsKey?
    ) throws(CatalogueError) -> DecidedPhoto {
        record.decided(by: try decisions(on: record, saves: false))
    }

    /// A site has no records of photos that were read elsewhere.
    package func hasPhotos(readBy key: String) -> Bool { false }

    package func records(sha256: String, readBy key: String) -> [PhotoRecord]? { nil }

    /// Of photos that were read elsewhere, a site stores decisions only.
    package func decisions(
        on record: PhotoRecord, saves: Bool
    ) throws(CatalogueError) -> [PhotoDecision?] {
        var earlier: [PhotoDecision?] = []
        for photo in record.decidable {
            guard photo.sha256 != nil else {
                earlier.append(nil)
                continue
            }
            // The photo's local path is not sent.
            var sent = photo
            sent.photo = photo.photo.lastPart
            let message = EvidenceMessage(record: sent)
            earlier.append(try client.ask("/evidence", message, as: DecidedPhotoMessage.self).decision)
        }
        return earlier
    }

    package func decide(_ decision: PhotoDecision, on record: PhotoRecord) throws(CatalogueError) {
        let messages = record.decided(by: decision).compactMap { photo in
            photo.sha256.map {
                DecisionMessage(decision, sha256: $0, page: photo.page, name: photo.photo.lastPart)
            }
        }
        try client.change("POST", "/decisions", messages, as: CountMessage.self)
    }

    /// A site stores the books only, and chooses its own sources.
    package func take(
        _ records: [PhotoRecord], asking sources: (ISBN) -> [String]
    ) throws(CatalogueError) {
        var isbns: Set<ISBN> = []
        for record in records {
            isbns.formUnion(try withDecision(record, by: nil).record.isbns.map(\.isbn))
        }
        _ = try save(isbns.sorted())
    }

    /// A site identifies photos by their content only.
    package func move(photo sha256: String, to path: String) throws(CatalogueError) {}

    package func forgetReplacedPaths() throws(CatalogueError) {}
}

extension String {
    /// The last component of a path.
    fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? "-" }
}
