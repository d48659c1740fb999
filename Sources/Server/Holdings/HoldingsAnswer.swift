#if Server
// What a device keeps of the books that somebody owns and wants, and how it learns of changes.
import Accounts
import Books
import Catalogue
import Formatting

/// The answer to a device, as compact as JSON can be: 10,000 books take about 1.5 MB.
struct HoldingsAnswer: Encodable, Sendable {
    /// Whose they are (`Account.mark`).
    var account: String
    /// What the device sends the next time.
    var token: String
    /// Whether the device begins anew with `books`.
    var whole: Bool
    var books: [HoldingRow]
    /// The ids of books to drop.
    var gone: [Int64]
    /// How titles are folded; only with the whole.
    var folding: SearchText.Rule?

    init(_ changes: HoldingChanges, for account: Account) {
        self.account = account.mark
        token = HoldingsToken(position: changes.position, seal: HoldingsToken.seal(of: account)).text
        whole = changes.isWhole
        books = changes.held.map(HoldingRow.init)
        gone = changes.gone.map(\.value)
        folding = whole ? SearchText.rule : nil
    }
}

/// A book as an array: id, 1 for owned and 2 for wanted (or both added), ISBN or null, heading, makers, folded words, and
/// ISBNs of other editions.
struct HoldingRow: Encodable, Sendable {
    let holding: Holding
    /// The words that it is found by, folded, each once, between spaces.
    let key: String
    let editions: [ISBN]

    /// Characters of a heading, of the makers and of the key, at most.
    private static let (longest, longestKey) = (120, 240)

    init(_ holding: Holding) {
        self.holding = holding
        let book = holding.book
        let texts =
            [book.title, book.subtitle, book.originalScriptTitle] + book.contributors.map(\.name)
            + book.originalScriptNames
        let words = SearchText.wordsOfKey(texts.compactMap(\.self))
        key = String(words.joined(separator: " ").prefix(Self.longestKey))
        var editions = Set(holding.editions + book.otherISBNs)
        if let isbn = book.isbn { editions.remove(isbn) }
        self.editions = editions.sorted()
    }

    func encode(to encoder: any Encoder) throws {
        let book = holding.book
        var row = encoder.unkeyedContainer()
        try row.encode(book.id?.value)
        try row.encode((holding.isOwned ? 1 : 0) + (holding.isWanted ? 2 : 0))
        try row.encode(book.isbn?.value)
        try row.encode(String(book.heading.prefix(Self.longest)))
        try row.encode(String((book.byline ?? "").prefix(Self.longest)))
        try row.encode(key)
        try row.encode(editions.map(\.value))
    }
}

/// `EPOCH-EVENT-SEAL`.
struct HoldingsToken {
    var position: FeedPosition
    /// Differs for another account, after it got another name, and where rows are made in another way.
    var seal: String

    var text: String { "\(position.epoch)-\(position.event)-\(seal)" }

    init(position: FeedPosition, seal: String) { (self.position, self.seal) = (position, seal) }

    /// `nil` of what is no token.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let epoch = Int64(parts[0]), let event = Int64(parts[1]) else { return nil }
        self.init(position: FeedPosition(epoch: epoch, event: event), seal: String(parts[2]))
    }

    static func seal(of account: Account) -> String {
        String(Secret.hash(of: "\(Pages.version) \(account.mark) \(account.name)").prefix(16))
    }
}

extension Store {
    /// - Parameter token: from the device's last answer; what is no such token begins anew.
    func holdings(of account: Account, since token: String?) throws -> HoldingsAnswer {
        let token = token.flatMap { HoldingsToken($0) }
        let isOwn = token?.seal == HoldingsToken.seal(of: account)
        return HoldingsAnswer(
            try holdings(of: account.name, since: isOwn ? token?.position : nil), for: account)
    }
}
#endif
