// scripts/benchmarks/fetch-corpus, with local repositories shaped like those that it clones.
import Corpus
import Foundation
import TestSupport
import Testing

struct FetchCorpusTests {
    private static let columns = [
        "corpus", "path", "source_repo", "commit", "git_blob", "sha256", "isbn13", "klass", "barcode_kind",
        "printed_form", "text_legible", "rot_cw_deg", "blur", "light",
    ]

    /// The outcome for the photos of one run.
    private struct Fetched {
        var run: Script
        let folder: TemporaryFolder

        /// The photo's contents; `nil` if it was not copied.
        func photo(_ path: String) -> String? {
            FileManager.default.contents(atPath: "\(folder.path)/out/\(path)").map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// A folder of clones: in `a/moved` the photo has another name now, in `b/gone` it is only in the history,
    /// `plain` is not a repository, and in `c/changed` another picture has the photo's name.
    private static func prepared() throws -> TemporaryFolder {
        let folder = try TemporaryFolder([
            "clones/a/moved/new/name.jpg": "one", "clones/b/gone/2.jpg": "two",
            "clones/plain/deep/3.jpg": "three",
            "clones/c/changed/4.jpg": "not four", "four": "four",
        ])
        let history = try Script(
            shell: """
                export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
                for clone in a/moved b/gone c/changed; do
                    cd "\(folder.path)/clones/$clone"
                    git init --quiet && git add . && git commit --quiet -m photos
                done
                cd "\(folder.path)/clones/b/gone" && git rm --quiet 2.jpg && git commit --quiet --allow-empty -m none
                """)
        try #require(history.exitCode == 0, "\(history.output)")
        let photos = [
            ("dev", "moved/1.jpg", "a/moved", "clones/a/moved/new/name.jpg"),
            ("dev", "gone/2.jpg", "b/gone", ""), ("dev", "plain/3.jpg", "o/plain", "clones/plain/deep/3.jpg"),
            ("old-books", "4.jpg", "c/changed", "four"),
        ]
        try "two".write(toFile: "\(folder.path)/two", atomically: true, encoding: .utf8)
        var lines = [columns.joined(separator: "\t")]
        for (corpus, path, repository, file) in photos {
            let content = "\(folder.path)/\(file.isEmpty ? "two" : file)"
            let sums = try Script(
                shell: "git hash-object '\(content)'; sha256sum '\(content)' | cut -d' ' -f1"
            )
            .output.split(separator: "\n").map(String.init)
            lines.append(
                ([corpus, path, repository, "-"] + sums + [
                    "9780306406157", "copyright-page", "none", "-", "full", "0", "none", "ok",
                ]).joined(separator: "\t"))
        }
        try lines.joined(separator: "\n").write(
            toFile: "\(folder.path)/corpus.tsv", atomically: true, encoding: .utf8)
        return folder
    }

    private static func fetched(_ folder: TemporaryFolder, _ more: String...) throws -> Fetched {
        let run = try Script(
            "benchmarks/fetch-corpus",
            [
                "\(folder.path)/out", "--clones", "\(folder.path)/clones", "--offline", "--manifest",
                "\(folder.path)/corpus.tsv",
            ] + more)
        return Fetched(run: run, folder: folder)
    }

    @Test func `photos are found by content`() throws {
        let outcome = try Self.fetched(try Self.prepared())
        #expect(outcome.photo("dev/moved/1.jpg") == "one")
        #expect(outcome.photo("dev/gone/2.jpg") == "two")
        #expect(outcome.photo("dev/plain/3.jpg") == "three")
        #expect(try PhotoCorpus(folder: "\(outcome.folder.path)/out/dev").truths.count == 3)
    }

    @Test func `another content is refused`() throws {
        let outcome = try Self.fetched(try Self.prepared())
        #expect(outcome.run.exitCode == 1)
        #expect(outcome.photo("old-books/4.jpg") == nil)
        #expect(outcome.run.output.contains("old-books/4.jpg: c/changed has no file with its SHA-256"))
        #expect(outcome.run.output.contains("3 of 4 photos in "))
    }

    @Test func `intact pictures are reused and damaged ones made again`() throws {
        let folder = try Self.prepared()
        _ = try Self.fetched(folder, "--corpus", "dev")
        try "spoiled".write(toFile: "\(folder.path)/out/dev/moved/1.jpg", atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: "\(folder.path)/clones/plain")
        let outcome = try Self.fetched(folder, "--corpus", "dev")
        #expect(outcome.run.output.hasPrefix("3 of 3 photos in "))
        #expect(outcome.run.exitCode == 0)
        #expect(outcome.photo("dev/moved/1.jpg") == "one")
    }

    @Test func `a missing clone is reported`() throws {
        let folder = try Self.prepared()
        try FileManager.default.removeItem(atPath: "\(folder.path)/clones/a")
        let outcome = try Self.fetched(folder)
        #expect(outcome.run.exitCode == 1)
        #expect(outcome.run.output.contains("a/moved: can't be had; 1 of its photos left out"))
    }

    @Test func `the published manifest is whole`() throws {
        let text = try Repository.text("docs/corpus.tsv")
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(rows.count == 401)
        #expect(rows[0].starts(with: ["corpus", "path", "source_repo", "commit", "git_blob", "sha256"]))
        #expect(!rows[0].contains("notes"))
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(rows.dropFirst().allSatisfy { $0[4].count == 40 && $0[5].count == 64 })
    }
}
