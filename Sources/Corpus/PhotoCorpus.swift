// A folder of photos with known truth.
import Batch
import Books
import Foundation
import Reading
import Synchronization

package struct PhotoCorpus: Sendable {
    package let folder: String
    /// One per page; a photo's pages are consecutive and in order.
    package let truths: [PhotoTruth]

    /// Reads `manifest.tsv` in the folder or, if there is none, the `NAME.json` beside each photo.
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

    /// Paths relative to the folder, each once.
    package var photos: [String] { truths.filter { $0.page.page == 1 }.map(\.page.photo) }

    /// One of `parts` parts of about the same size and mixture; `place` counts from 0.
    package func part(_ place: Int, of parts: Int) -> PhotoCorpus {
        let chosen = Set(photos.enumerated().filter { $0.offset % parts == place }.map(\.element))
        return PhotoCorpus(folder: folder, truths: truths.filter { chosen.contains($0.page.photo) })
    }
}

extension PhotoCorpus {
    /// The generated photos of this checkout.
    package static let drawn = checkout.appending(path: "testimages").path

    private static let checkout = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

// This program's answers, read in the same way as by `bookzone scan`.
extension PhotoCorpus {
    /// Reads every photo, several at a time; `progress` is called with the number done.
    package func answers(
        options: ScanOptions, jobs: Int, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(ScanError) -> Answers {
        let photos = Dictionary(
            photos.map { ("\(folder)/\($0)", $0) }, uniquingKeysWith: { first, _ in first })
        let paths = self.photos.map { PhotoPath("\(folder)/\($0)") }
        let batch = try ScanBatch(.paths(paths), options: options, jobs: jobs)
        let run = Mutex((answers: Answers(to: self), done: 0))
        await batch.run { result in
            guard case .photo(let records) = result else { return }
            let done = run.withLock { run in
                for record in records {
                    guard let photo = photos[record.photo] else { continue }
                    run.answers.add(Answer(record), for: PhotoPage(photo: photo, page: record.page))
                }
                run.done += 1
                return run.done
            }
            progress(done)
        }
        return run.withLock { $0.answers }
    }
}

extension Answer {
    init(_ record: PhotoRecord) {
        self.init(
            accepted: record.isbns.map(\.isbn), candidates: record.candidates.map(\.isbn),
            milliseconds: record.milliseconds, records: [record])
    }
}

/// Errors in a corpus or in another program's answers. Messages are written by the command that displays them.
package enum CorpusError: Error, Hashable, Sendable {
    /// The folder has neither a manifest nor sidecars.
    case noTruth(folder: String)
    /// The file can't be read as UTF-8 text.
    case unreadable(path: String)
    case column(String, missingIn: String)
    /// An error in a line of a table; lines count from 1.
    case line(Int, of: String, LineProblem)
    case sidecar(path: String, SidecarProblem)

    package enum LineProblem: Hashable, Sendable {
        case columns(Int, expected: Int)
        case isbn(String, ISBNError)
        case milliseconds(String)
        case legibility(String)
        case turn(String)
        /// An own ISBN is not among the photo's.
        case strangeOwnISBN
        /// A second line for the same photo.
        case repeated(photo: String)
        case notInFolder(photo: String)
        /// An answer for a photo that is not in the corpus.
        case notInCorpus(photo: String, folder: String)
    }

    package enum SidecarProblem: Hashable, Sendable {
        /// No photo of this name is beside it, or several are.
        case withoutPhoto
        /// A value is missing or wrong: its key path, and the decoder's message, or why it is not an ISBN.
        case value(at: String, message: String, ISBNError?)
    }
}
