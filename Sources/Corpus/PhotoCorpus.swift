// A folder of photos whose truth is known.
import Books
import Foundation

package struct PhotoCorpus: Sendable {
    package let folder: String
    /// One a page, a photo's pages together and in order.
    package let truths: [PhotoTruth]

    /// Reads `manifest.tsv` in the folder or, where there is none, the `NAME.json` beside each photo.
    package init(folder: String) throws(CorpusError) {
        let manifest = folder + "/manifest.tsv"
        let truths =
            FileManager.default.fileExists(atPath: manifest)
            ? try Self.manifest(manifest, in: folder) : try Self.sidecars(in: folder)
        guard !truths.isEmpty else { throw .noTruth(folder: folder) }
        self.init(folder: folder, truths: truths)
    }

    private init(folder: String, truths: [PhotoTruth]) {
        self.folder = folder
        self.truths = truths
    }

    /// Paths below the folder, each once.
    package var photos: [String] { truths.filter { $0.page.page == 1 }.map(\.page.photo) }

    /// One of `parts` of about the same size and mixture; `place` counts from 0.
    package func part(_ place: Int, of parts: Int) -> PhotoCorpus {
        let chosen = Set(photos.enumerated().filter { $0.offset % parts == place }.map(\.element))
        return PhotoCorpus(folder: folder, truths: truths.filter { chosen.contains($0.page.photo) })
    }
}

extension PhotoCorpus {
    /// The drawn photos of this checkout.
    package static let drawn = checkout.appending(path: "testimages").path

    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
