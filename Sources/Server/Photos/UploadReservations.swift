#if Server
// Counts uploads in progress against the limits before they are in the store.
import Accounts
import Catalogue
import Synchronization

/// The number of files being received, and the bytes reserved for them, for each account.
final class UploadReservations: Sendable {
    struct Share: Equatable {
        var photos = 0
        var bytes = 0
    }

    private let shares = Mutex<[Int64: Share]>([:])

    /// Reserves bytes for an account, unless that would exceed `limits` together with what the store holds.
    ///
    /// - Parameters:
    ///   - isNew: whether a new photo begins.
    ///   - held: what the store holds. It is called after the reservation is made, so that of two connections at least
    ///     one sees the other, and a photo saved in between is counted twice rather than not at all.
    /// - Returns: `false` if nothing was reserved.
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

    /// Called when a photo is saved, or its file is removed.
    func release(_ share: Share, of account: Int64) {
        shares.withLock { shares in
            let photos = shares[account, default: Share()].photos - share.photos
            let bytes = shares[account, default: Share()].bytes - share.bytes
            shares[account] = photos > 0 || bytes > 0 ? Share(photos: photos, bytes: bytes) : nil
        }
    }

    /// The sum over all accounts.
    var total: Share {
        shares.withLock {
            $0.values.reduce(Share()) { Share(photos: $0.photos + $1.photos, bytes: $0.bytes + $1.bytes) }
        }
    }
}
#endif
