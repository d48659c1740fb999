// Photos damaged on purpose, ten of every kind, made by `scripts/stress` as the test runs: hardly anything
// wrong may be accepted.
import Books
import Corpus
import Foundation
import Reading
import TestSupport
import Testing

@Suite(
    .serialized,
    .enabled(if: isRelease, "damaged photos need a release build, as scripts/test makes; a debug one crawls"))
struct StressTests {
    private static let kinds = 24
    private static let ofEach = 10
    /// How many of a kind may still be misread: pasted bars may hide what would contradict them, and beside another
    /// label bars are believed where the book's own stands elsewhere too.
    private static let misread = ["foreign-bars": 2, "other-label": 4]

    @Test func `drawn photos when damaged`() async throws {
        // Books of these photos are invented, so that both parts may be tuned with. Nine of them show bars.
        try await check([PhotoCorpus.drawn], part: "both", ofEach: 9, right: 150)
    }

    @Test(
        .enabled(
            if: RealPhotos.dev != nil && RealPhotos.oldBooks != nil,
            "needs ../shared/corpus/dev and old-books, which are not beside this checkout"))
    func `real photos when damaged`() async throws {
        // The part to tune with: a failing test may be looked into.
        let folders = [try #require(RealPhotos.dev), try #require(RealPhotos.oldBooks)]
        try await check(folders, part: "tune", ofEach: Self.ofEach, right: 152)
    }

    /// - Parameters:
    ///   - ofEach: at least this many photos of each kind are made.
    ///   - right: at least this many, of all kinds that show an ISBN.
    private func check(_ folders: [String], part: String, ofEach: Int, right: Int) async throws {
        let folder = try TemporaryFolder([:])
        let made = try Script(
            "stress",
            folders + [
                "--only-make", "--keep", folder.path, "--part", part, "--per-kind", "\(Self.ofEach)",
                "--seed", "7",
            ])
        try #require(made.exitCode == 0, "\(made.output)")
        let corpus = try PhotoCorpus(folder: folder.path)
        let answers = try await corpus.answers(
            options: ScanOptions(), jobs: ProcessInfo.processInfo.activeProcessorCount)
        let pages = corpus.scored(answers, readers: Set(WitnessReader.allCases))
        let tallies = Dictionary(grouping: pages, by: \.truth.klass).mapValues { Tally($0) }
        #expect(tallies.count == Self.kinds)
        for (kind, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            #expect(tally.pages >= ofEach, "\(kind)")
            #expect(tally.misread <= Self.misread[kind, default: 0], "\(kind)")
        }
        let all = Tally(pages)
        #expect(all.right >= right, "\(Floor.misreads(pages))")
        print("damaged, part \(part): \(all.right) of \(all.expected) right; the floor says \(right)")
    }
}
