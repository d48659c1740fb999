// A folder of photos whose truth is known.
import Batch
import Books
import Foundation
import Reading
import Synchronization

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

// Our own answers, by the way that `bookzone scan` goes.
extension PhotoCorpus {
    /// Reads every photo, several at a time; `progress` is told how many are done.
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

/// What can be wrong with a corpus or with another program's answers. The words are left to whoever shows it.
package enum CorpusError: Error, Hashable, Sendable {
    /// The folder has neither a manifest nor sidecars.
    case noTruth(folder: String)
    /// No file that can be read as UTF-8 text.
    case unreadable(path: String)
    case column(String, missingIn: String)
    /// A line of a table; lines count from 1.
    case line(Int, of: String, LineProblem)
    case sidecar(path: String, SidecarProblem)

    package enum LineProblem: Hashable, Sendable {
        case columns(Int, expected: Int)
        case isbn(String, ISBNError)
        case milliseconds(String)
        case legibility(String)
        case turn(String)
        /// An own ISBN that is none of the photo's.
        case strangeOwnISBN
        /// A second line of the same photo.
        case repeated(photo: String)
        case notInFolder(photo: String)
        /// An answer to a photo that the corpus does not have.
        case notInCorpus(photo: String, folder: String)
    }

    package enum SidecarProblem: Hashable, Sendable {
        /// There is no photo of its name beside it, or several.
        case withoutPhoto
        /// A value that is missing or wrong: where it stands, keys with dots between them, and what the decoder says of
        /// it, or what keeps it from being an ISBN.
        case value(at: String, said: String, ISBNError?)
    }
}
