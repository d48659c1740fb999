// A program that is started to make workers: by hosts, which have threads, and where the process that made them has gone.
import CConfine
import Foundation

extension ForkServer {
    /// A program that calls `ForkServer.serve()` as its first act, and does nothing else.
    public struct Program: Hashable, Sendable {
        public var path: String
        public var arguments: [String]

        public init(_ path: String, arguments: [String] = []) {
            self.path = path
            self.arguments = arguments
        }
    }
}

extension ForkServer.Program {
    /// Starts it with a channel to this process; returns its pid.
    func start(with channel: Channel) throws(WorkerFailure) -> pid_t {
        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let pid = confine_start(path, words, channel.descriptor)
        guard pid > 0 else { throw .notStarted(-pid) }
        return pid
    }
}
