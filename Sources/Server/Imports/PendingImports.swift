#if Server
// Uploaded files whose import is to be confirmed.
import Dispatch
import Foundation
import Synchronization

struct PendingImport: Sendable {
    /// Identifies the import in the form.
    let id = Secret().text
    let file: SpooledFiles
    let name: String
    let isShared: Bool
    let format: String
    let encoding: String?
    let dryRunOutcome: FileImport.Outcome
    let made = Date.now
}

/// Holds at most one import for each account; a new one replaces it. The files have no names, so they disappear when
/// they are closed.
final class PendingImports: Sendable {
    private let hold: TimeInterval
    private let pending = Mutex<[Int64: PendingImport]>([:])

    /// - Parameter hold: seconds for which a file is held.
    init(hold: TimeInterval) { self.hold = hold }

    func put(_ new: PendingImport, of account: Int64) {
        pending.withLock { $0[account] = new }
        DispatchQueue.global().asyncAfter(deadline: .now() + hold) { [weak self] in
            _ = self?.take(new.id, of: account)
        }
    }

    /// `nil` if there is none, or its time has run out.
    func current(of account: Int64, at date: Date = .now) -> PendingImport? {
        pending.withLock(\.[account]).flatMap { date.timeIntervalSince($0.made) < hold ? $0 : nil }
    }

    /// Removes the import, so that only one confirmation gets it.
    func take(_ id: String, of account: Int64, at date: Date = .now) -> PendingImport? {
        let taken = pending.withLock { pending in
            pending[account]?.id == id ? pending.removeValue(forKey: account) : nil
        }
        return taken.flatMap { date.timeIntervalSince($0.made) < hold ? $0 : nil }
    }

    func drop(of account: Int64) { _ = pending.withLock { $0.removeValue(forKey: account) } }
}
#endif
