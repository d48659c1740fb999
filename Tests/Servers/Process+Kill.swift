import Foundation

extension Process {
    /// The number of a process that has ended, or was never started, can be that of another one or of the whole group. A
    /// server inherits the blocked signals of the thread that started it, so that only SIGKILL ends it for certain.
    public func killIfRunning() {
        if isRunning { kill(processIdentifier, SIGKILL) }
    }
}
