// What a worker is not permitted to do.
import CLockProbe
import TestSupport
import Testing

struct LockTests {
    /// What is still possible, with and without a folder for debug images.
    @Test(arguments: [(true, PROBE_WROTE_INSIDE), (false, 0)])
    func `a locked process can do nothing else`(hasFolder: Bool, rest: Int) throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let done = probe_lock(hasFolder ? folder.path : nil, "\(folder.path)/in", "\(other.path)/out")
        // If the kernel has no sandbox, the worker reports that.
        if done >= 0 { #expect(Int(done) == rest) }
    }
}
