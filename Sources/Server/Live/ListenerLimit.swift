#if Server
// Each page that listens keeps a connection open, which costs a reader nothing: an account has so many at a time.
import Synchronization

final class ListenerLimit: Sendable {
    /// Of one account, on all its devices.
    static let most = 50

    private let counts = Mutex<[Int64: Int]>([:])

    func isFull(_ account: Int64) -> Bool { counts.withLock { $0[account, default: 0] >= Self.most } }

    /// - Returns: `false` where the account has as many as it may.
    func enter(_ account: Int64) -> Bool {
        counts.withLock { counts in
            guard counts[account, default: 0] < Self.most else { return false }
            counts[account, default: 0] += 1
            return true
        }
    }

    func leave(_ account: Int64) {
        counts.withLock { counts in
            let left = counts[account, default: 0] - 1
            counts[account] = left > 0 ? left : nil
        }
    }
}
#endif
