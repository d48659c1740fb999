#if Server
// Whose photos somebody sees, and decisions on them, wherever on the site they are made.
import Accounts
import Books
import Catalogue

extension Store {
    /// A photo, if it is the account's own, or for librarians.
    ///
    /// - Throws: `notFound`.
    func upload(_ id: String, for account: Account) throws -> Upload {
        guard id.utf8.count == 43, let upload = try upload(id),
            upload.account == account.id || account.role >= .librarian
        else { throw SiteError.notFound }
        return upload
    }

    /// Saves a decision on a photo, which may have been read or removed since it was shown.
    ///
    /// - Throws: `notFound`.
    func decide(
        _ decision: PhotoDecision, on id: String, as state: Upload.State, _ isbn: ISBN? = nil,
        by account: Account
    ) throws {
        let known = try upload(id, for: account)
        if let record = known.record, let sha256 = record.sha256 {
            // Another person's file name must not stay in this history when they delete their account.
            let name = known.account == account.id ? known.name : nil
            try recording(.decide, name, by: account.name).decide(
                decision, sha256: sha256, page: record.page)
        }
        try save(state, isbn, of: id)
    }

    /// The same for an ISBN, whose book is stored.
    func confirm(_ isbn: ISBN, on id: String, by account: Account) throws {
        try decide(.confirmed(isbn), on: id, as: .confirmed, isbn, by: account)
        try save(isbn)
    }
}
#endif
