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
        var pid: pid_t = 0
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, channel.descriptor, ServerLoop.channel)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let failure = posix_spawn(&pid, path, &actions, nil, &words, environ)
        guard failure == 0 else { throw .notStarted(failure) }
        return pid
    }
}
