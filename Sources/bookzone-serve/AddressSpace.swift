#if Server
// A limit on the address space (`ulimit -v`) makes the creation of a thread fail, which ends the process without a word.
import Foundation

enum AddressSpace {
    /// Of the event loops and of Swift's and Dispatch's pools, for each processor.
    private static let threadsOfProcessor = 3
    /// Of the pools that wait for the store and the disk, and of the signals.
    private static let otherThreads = 14
    /// Bytes that glibc reserves for a heap, of which it makes at most 8 for each processor.
    private static let heap = 64 << 20
    private static let heapsOfProcessor = 8
    /// Bytes for the program itself and for requests.
    private static let (program, work) = (256 << 20, 128 << 20)

    /// Finds out whether the threads of a site will have room.
    ///
    /// - Throws: `ServingFailure`, with the limit to set.
    static func check() throws(ServingFailure) {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let threads = threadsOfProcessor * processors + otherThreads
        let heaps = min(threads, heapsOfProcessor * processors)
        let needed = threads * stack + heaps * heap + work
        let room = mmap(nil, needed, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let room, room != MAP_FAILED else {
            throw ServingFailure(
                description: "the limit on its address space (ulimit -v) is too low: the site needs "
                    + "\((needed + program) >> 20) MB, most of which it never uses; raise or remove the limit"
            )
        }
        munmap(room, needed)
    }

    /// In bytes; glibc takes 2 MB if there is no limit.
    private static var stack: Int {
        var limit = rlimit()
        guard getrlimit(.init(RLIMIT_STACK.rawValue), &limit) == 0 else { return 8 << 20 }
        return limit.rlim_cur == .max ? 2 << 20 : Int(min(limit.rlim_cur, 1 << 40))
    }
}
#endif
