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
}
