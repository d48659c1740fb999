#if Server
// A fair queue: accounts take turns, and photos that somebody waits for come before batches.
struct PhotoQueue {
    private struct Waiting {
        var id: String
        var isAwaited: Bool
    }

    /// In the order in which their turns come; none is empty.
    private var accounts: [(account: Int64, photos: [Waiting])] = []

    func contains(_ id: String) -> Bool { accounts.contains { $0.photos.contains { $0.id == id } } }

    mutating func append(_ id: String, of account: Int64, isAwaited: Bool) {
        let photo = Waiting(id: id, isAwaited: isAwaited)
        guard let turn = accounts.firstIndex(where: { $0.account == account }) else {
            return accounts.append((account, [photo]))
        }
        let batch = isAwaited ? accounts[turn].photos.firstIndex { !$0.isAwaited } : nil
        accounts[turn].photos.insert(photo, at: batch ?? accounts[turn].photos.endIndex)
    }

    /// Takes out the next; `nil` where none waits.
    mutating func next() -> String? {
        guard !accounts.isEmpty else { return nil }
        // Within a turn order, accounts with a photo that is awaited come first.
        let turn = accounts.firstIndex { $0.photos[0].isAwaited } ?? 0
        var account = accounts.remove(at: turn)
        let photo = account.photos.removeFirst()
        if !account.photos.isEmpty { accounts.append(account) }
        return photo.id
    }

    /// How many are taken out before it if no more come; `nil` where it does not wait.
    func place(of id: String) -> Int? {
        guard contains(id) else { return nil }
        var rest = self
        return (0...).first { _ in rest.next() == id }
    }
}
#endif
