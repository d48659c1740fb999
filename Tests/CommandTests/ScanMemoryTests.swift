// Memory does not grow with the number of photos.
import Foundation
import Testing

struct ScanMemoryTests {
    /// The peak memory in kB after this many photos. The last one never arrives, so that the process still exists.
    private func peak(photos: Int) async throws -> Int {
        let program = try Program()
        try program.copy("label-small-bitmap.bmp")
        try program.write(Photos.blankPNG, to: "blank.png")
        // Several photos with text first, so that each worker has loaded its text model.
        let names = (1...photos).map {
            $0 <= 8 || $0.isMultiple(of: 100) ? "label-small-bitmap.bmp" : "blank.png"
        }
        try program.list(names, in: "list")
        let outcome = try await program.shell(
            """
            mkfifo pipe; echo pipe >>list
            bookzone scan --files-from list --format jsonl --jobs 2 >out & program=$!
            until test "$(wc -l <out)" -ge \(photos); do sleep 0.1; done
            awk '/^VmHWM/ { print $2 }' /proc/$program/status
            kill $program
            """)
        return try #require(outcome.lines.first.flatMap(Int.init))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func `memory stays flat`() async throws {
        let few = try await peak(photos: 200)
        let many = try await peak(photos: 2000)
        #expect(Double(many) <= 1.1 * Double(few), "\(few) kB and \(many) kB")
    }

    /// The peak in kB when an archive came through a pipe, and how many files there were then for what it held, and after
    /// Ctrl-C.
    private func peak(archive megabytes: Int) async throws -> [Int] {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "blank.png")
        let outcome = try await program.shell(
            """
            mkdir tmp; export TMPDIR=$PWD/tmp; mkfifo pipe
            head -c \(megabytes)M /dev/zero >big
            env --default-signal=INT bookzone scan --format jsonl --jobs 1 - <pipe >out 2>&1 & program=$!
            { tar cf - big blank.png; sleep 60; } >pipe & writer=$!
            until grep -q blank.png out; do sleep 0.1; done
            awk '/^VmHWM/ { print $2 }' /proc/$program/status; ls -A tmp | wc -l
            kill -INT $program; wait $program; ls -A tmp | wc -l; kill $writer
            """)
        return outcome.lines.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func `an archive from a pipe takes no memory, and nothing stays of it`() async throws {
        let (small, large) = (try await peak(archive: 1), try await peak(archive: 200))
        try #require(small.count == 3 && large.count == 3, "\(small) \(large)")
        #expect(large[0] < small[0] + 50_000, "\(small[0]) kB and \(large[0]) kB")
        #expect(small.dropFirst() == [0, 0] && large.dropFirst() == [0, 0])
    }
}
