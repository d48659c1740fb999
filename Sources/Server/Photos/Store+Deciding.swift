#if Server
// Who can see a photo, and decisions on photos from all pages.
import Accounts
import Books
import Catalogue
import Translation

extension Store {
    /// A photo, if it belongs to the account or the account is a librarian's.
    ///
    /// - Throws: `notFound`.
    func upload(_ id: String, for account: Account) throws -> Upload {
        guard id.utf8.count == 43, let upload = try upload(id),
            upload.account == account.id || account.role >= .librarian
        else { throw SiteError.notFound }
        return upload
    }

    /// The books of a photo that were corrected one by one; `nil` if they were not.
    func correctedBooks(in record: PhotoRecord?) throws -> [ISBN]? {
        guard let record, let sha256 = record.sha256,
            case .several(let books)? = try decision(on: sha256, page: record.page)
        else { return nil }
        return books
    }

    /// Saves a decision on a photo, which may have been read again or removed since it was shown.
    ///
    /// - Parameter former: the decision that its author saw; `nil` if they saw none of the page.
    /// - Throws: `notFound`; `DecidedMeanwhile`; `correctedPhoto`, if it would drop corrected books.
    func decide(
        _ decision: PhotoDecision, on id: String, as state: Upload.State, _ isbn: ISBN? = nil,
        former: String? = nil, by account: Account
    ) throws {
        let known = try upload(id, for: account)
        var decided = known
        (decided.state, decided.isbn) = (state, isbn)
        if known.decision != decided.decision { try known.checkDecision(is: former) }
        guard let record = known.record, let sha256 = record.sha256 else {
            return try save(state, isbn, of: id)
        }
        // If another person deletes their account, their photo's file name must not remain in this history.
        let name = known.account == account.id ? known.name : nil
        let recordingStore = recordingChange(.decide, name, by: account.name)
        try recordingStore.decide(decision, sha256: sha256, page: record.page)
        try recordingStore.save(state, isbn, of: id)
    }

    /// Corrects what a photo of an inventory shows. One that was sent to the site needs no further decision.
    func correct(_ correction: PhotoCorrection, in inventory: String, by account: Account) throws {
        let upload = try uploads(of: [correction.sha256])[correction.sha256]
        // As in `decide`.
        let name = upload.flatMap { $0.account == account.id ? $0.name : nil }
        let recordingStore = recordingChange(.decide, name, by: account.name)
        try recordingStore.correct(correction, in: inventory)
        guard let upload else { return }
        if let isbn = correction.right {
            try recordingStore.save(.confirmed, isbn, of: upload.id)
        } else if correction.wrong == nil {
            try recordingStore.save(.rejected, nil, of: upload.id)
        }
    }

    /// Stores what a photo shows in the inventory that it was taken for, unless that has ended or was removed:
    /// `Upload.exclusion` says so then.
    func takeStock(of sent: Upload) throws {
        // Most photos are for none. A photo that was removed meanwhile shows nothing any more.
        guard sent.inventory != nil, let upload = try upload(sent.id), let number = upload.inventory,
            let record = upload.record,
            let inventory = try inventory(number), inventory.ended == nil
        else { return }
        try take(record, into: inventory.name, at: upload.place)
    }

    /// Confirms an ISBN, and saves the book. Parameters and errors are those of `decide`.
    func confirm(_ isbn: ISBN, on id: String, former: String? = nil, by account: Account) throws {
        try decide(.confirmed(isbn), on: id, as: .confirmed, isbn, former: former, by: account)
        try save(isbn)
    }
}

extension Upload {
    /// What was decided, as forms have it in `former-decision`; empty if nothing was.
    var decision: String { state == .rejected ? state.rawValue : confirmed?.description ?? "" }

    /// - Throws: `DecidedMeanwhile` if the author of a form saw another one.
    func checkDecision(is former: String?) throws {
        if let former, former != decision { throw DecidedMeanwhile() }
    }

    /// For a form whose author saw another decision.
    var decidedMeanwhile: Phrase {
        let now: Phrase =
            state == .rejected
            ? "No ISBN in the photo" : confirmedWords.map { Phrase(verbatim: $0) } ?? "nothing"
        return
            "Somebody else has decided on this photo meanwhile: \(now). Nothing is saved yet: look at it, then decide again."
    }

    /// The ISBN or the title of the confirmed book.
    var confirmedWords: String? { confirmed.map { $0.isbn?.hyphenated ?? bookTitle ?? "\($0)" } }
}

/// Somebody else has decided on a photo since a form was made.
struct DecidedMeanwhile: Error {}
#endif
