#if Server
// Uploaded files that wait for a confirmation.
import Dispatch
import Foundation
import Synchronization

protocol PendingUpload: Sendable {
    /// Identifies the upload in the form that confirms it.
    var id: String { get }
    var made: Date { get }
}

/// Holds at most one upload for each account; a new one replaces it. The files have no names, so they disappear when
/// they are closed.
final class UnconfirmedUploads<Upload: PendingUpload>: Sendable {
    private let hold: TimeInterval
    private let pending = Mutex<[Int64: Upload]>([:])

    /// - Parameter hold: seconds for which a file is held.
    init(hold: TimeInterval) { self.hold = hold }

    func put(_ new: Upload, of account: Int64) {
        pending.withLock { $0[account] = new }
        DispatchQueue.global().asyncAfter(deadline: .now() + hold) { [weak self] in
            self?.take(new.id, of: account)
        }
    }

    /// `nil` if there is none, or its time has run out.
    func current(of account: Int64, at date: Date = .now) -> Upload? {
        pending.withLock(\.[account]).flatMap { date.timeIntervalSince($0.made) < hold ? $0 : nil }
    }

    /// The same with this id.
    func current(_ id: String?, of account: Int64) -> Upload? {
        current(of: account).flatMap { $0.id == id ? $0 : nil }
    }

    /// Removes the upload. One that is confirmed is removed once the change is saved, so that the form can be sent again
    /// if it is not.
    @discardableResult
    func take(_ id: String, of account: Int64, at date: Date = .now) -> Upload? {
        let taken = pending.withLock { pending in
            pending[account]?.id == id ? pending.removeValue(forKey: account) : nil
        }
        return taken.flatMap { date.timeIntervalSince($0.made) < hold ? $0 : nil }
    }

    func drop(of account: Int64) { _ = pending.withLock { $0.removeValue(forKey: account) } }
}
#endif
