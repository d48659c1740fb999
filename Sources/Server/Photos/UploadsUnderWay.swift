#if Server
// Counts uploads in progress against the limits, before they are in the store.
import Accounts
import Catalogue
import Synchronization

/// Files on their way and the bytes that are reserved for them, for each account.
final class UploadsUnderWay: Sendable {
    struct Share: Equatable {
        var photos = 0
        var bytes = 0
    }

    private let shares = Mutex<[Int64: Share]>([:])

    /// Adds to what is under way for an account, unless that and what is held were together more than `limits` allow.
    ///
    /// - Parameters:
    ///   - isNew: whether a photo begins.
    ///   - held: what the store holds. Asked after the addition, so that of two connections one at least knows of the other,
    ///     and a photo that is kept in between is counted twice rather than never.
    /// - Returns: `false` where nothing was added.
    func reserve(
        _ bytes: Int, isNew: Bool, for account: Int64, within limits: Upload.Limits,
        held: (Int64) throws -> (photos: Int, bytes: Int, allBytes: Int)
    ) throws -> Bool {
        let addition = Share(photos: isNew ? 1 : 0, bytes: bytes)
        let (own, all) = shares.withLock { shares in
            shares[account, default: Share()].photos += addition.photos
            shares[account, default: Share()].bytes += addition.bytes
            return (shares[account, default: Share()], shares.values.reduce(0) { $0 + $1.bytes })
        }
        do {
            let held = try held(account)
            if held.photos + own.photos <= limits.photos, held.bytes + own.bytes <= limits.bytes,
                held.allBytes + all <= limits.allBytes
            {
                return true
            }
        } catch {
            release(addition, of: account)
            throw error
        }
        release(addition, of: account)
        return false
    }

    /// Once a photo is kept, or its file gone.
    func release(_ share: Share, of account: Int64) {
        shares.withLock { shares in
            let photos = shares[account, default: Share()].photos - share.photos
            let bytes = shares[account, default: Share()].bytes - share.bytes
            shares[account] = photos > 0 || bytes > 0 ? Share(photos: photos, bytes: bytes) : nil
        }
    }

    /// Of all accounts.
    var total: Share {
        shares.withLock {
            $0.values.reduce(Share()) { Share(photos: $0.photos + $1.photos, bytes: $0.bytes + $1.bytes) }
        }
    }
}
#endif
