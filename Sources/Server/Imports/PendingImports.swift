#if Server
// Files between the rehearsal of an import and its confirmation.
import Dispatch
import Foundation
import Synchronization

struct PendingImport: Sendable {
    /// By which its form names it.
    let id = Secret().text
    let file: SpooledFiles
    let name: String
    let isShared: Bool
    let format: String
    let encoding: String?
    let rehearsal: FileImport.Outcome
    let made = Date.now
}

/// At most one for each account; a later one takes its place. They are files without a name, which go with it.
final class PendingImports: Sendable {
    private let hold: TimeInterval
    private let pending = Mutex<[Int64: PendingImport]>([:])

    /// - Parameter hold: seconds for which a file waits to be confirmed.
    init(hold: TimeInterval) { self.hold = hold }

    func put(_ new: PendingImport, of account: Int64) {
        pending.withLock { $0[account] = new }
        DispatchQueue.global().asyncAfter(deadline: .now() + hold) { [weak self] in
            _ = self?.take(new.id, of: account)
        }
    }

    /// `nil` if there is none, or it has waited too long.
    func current(of account: Int64, at date: Date = .now) -> PendingImport? {
        pending.withLock(\.[account]).flatMap { date.timeIntervalSince($0.made) < hold ? $0 : nil }
    }

    /// Removes it, so that one confirmation alone gets it.
    func take(_ id: String, of account: Int64, at date: Date = .now) -> PendingImport? {
        let taken = pending.withLock { pending in
            pending[account]?.id == id ? pending.removeValue(forKey: account) : nil
        }
        return taken.flatMap { date.timeIntervalSince($0.made) < hold ? $0 : nil }
    }

    func drop(of account: Int64) { _ = pending.withLock { $0.removeValue(forKey: account) } }
}
#endif
