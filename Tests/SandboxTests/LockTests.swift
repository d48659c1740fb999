// What a worker can't do.
import CLockProbe
import TestSupport
import Testing

struct LockTests {
    /// What is left where a folder for debug images is given, and where none is.
    @Test(arguments: [(true, PROBE_WROTE_INSIDE), (false, 0)])
    func `a locked process can do nothing else`(hasFolder: Bool, rest: Int) throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let done = probe_lock(hasFolder ? folder.path : nil, "\(folder.path)/in", "\(other.path)/out")
        // Where the kernel has no lock a worker says so.
        if done >= 0 { #expect(Int(done) == rest) }
    }
}
