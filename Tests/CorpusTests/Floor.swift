// The minimum results of a run over a folder of photos.
import Books
import Corpus
import Foundation
import Reading
import TestSupport
import Testing

/// One run over one folder.
struct Floor: Sendable, CustomTestStringConvertible {
    /// Photos in the folder; pages where a photo has several.
    var photos: Int
    var readers: Set<WitnessReader>
    /// How many photos show an ISBN that these readers are required to read.
    var expected: Int
    var right: Int
    /// How many are right in each class that shows an ISBN, because a gain in one class may hide a loss in another;
    /// empty if only the total counts.
    var classes: [String: Int] = [:]
    /// Over all photos; in photos without an ISBN, none may be misread.
    var misread: Int
    /// Among photos without an ISBN.
    var uncertain: Int
    /// Whether the photos are rotated, each third by another quarter turn.
    var isTurned = false

    var testDescription: String {
        WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: " + ")
            + (isTurned ? ", turned" : "")
    }

    /// Reads the folder and compares the results with this floor.
    func check(_ folder: String) async throws {
        let corpus = try PhotoCorpus(folder: folder)
        let turns = isTurned ? [90, 180, 270] : [0]
        var pages: [ScoredPage] = []
        for (place, turn) in turns.enumerated() {
            let part = corpus.part(place, of: turns.count)
            let answers = try await part.answers(
                options: ScanOptions(readers: readers, rotation: turn),
                jobs: ProcessInfo.processInfo.activeProcessorCount)
            pages += part.scored(answers, readers: readers)
        }
        let all = Tally(pages)
        let without = Tally(pages.filter { $0.score.demand == .nothing })
        #expect(all.pages == photos)
        #expect(all.expected == expected)
        #expect(all.right >= right)
        #expect(without.misread == 0, "\(Self.misreads(pages))")
        #expect(all.misread <= misread, "\(Self.misreads(pages))")
        #expect(without.uncertain <= uncertain)

        var figures = [
            ("right", all.right, right), ("misread", all.misread, misread),
            ("uncertain without an ISBN", without.uncertain, uncertain),
        ]
        let tallies = Dictionary(grouping: pages, by: \.truth.klass).mapValues { Tally($0) }
            .filter { $0.value.expected > 0 }
        if !classes.isEmpty {
            #expect(Set(tallies.keys) == Set(classes.keys))
            for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
                let floor = classes[name] ?? 0
                #expect(tally.right >= floor, "\(name)")
                figures.append(("right in \(name)", tally.right, floor))
            }
        }
        for (what, count, asked) in figures where count != asked {
            print("\(folder), \(testDescription): \(count) \(what); the floor says \(asked)")
        }
    }

    /// The photos with misread ISBNs, for the message of a failure.
    static func misreads(_ pages: [ScoredPage]) -> [String] {
        pages.filter(\.score.isMisread).map { page in
            "\(page.truth.page.photo): \(page.answer?.accepted.map(\.isbn13) ?? [])"
        }
    }
}

#if DEBUG
let isRelease = false
#else
let isRelease = true
#endif

/// The folders of real photos: `BOOKZONE_CORPUS` names one corpus, and others are expected beside it; by default they
/// are beside this checkout. `nil` if they don't exist.
enum RealPhotos {
    static let dev = path(named)
    static let oldBooks = path(named.deletingLastPathComponent().appending(path: "old-books"))

    private static let named: URL = {
        let name = ProcessInfo.processInfo.environment["BOOKZONE_CORPUS"] ?? ""
        return name.isEmpty
            ? Repository.shared.appending(path: "corpus/dev") : URL(filePath: name).standardized
    }()

    private static func path(_ folder: URL) -> String? {
        FileManager.default.fileExists(atPath: folder.path) ? folder.path : nil
    }
}
