#if Server
// The offline copy of the books that an account owns and wants, and its updates.
import Accounts
import Books
import Catalogue
import Formatting

/// The response to a device, as compact as JSON can be: 10,000 books take about 1.5 MB.
struct HoldingsAnswer: Encodable, Sendable {
    /// The account (`Account.mark`).
    var account: String
    /// Sent by the device with its next request.
    var token: String
    /// Whether `books` is a complete copy, which replaces the device's own.
    var whole: Bool
    var books: [HoldingRow]
    /// The ids of books to remove.
    var gone: [Int64]
    /// How titles are folded; only with a complete copy.
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

/// A book as an array: id; 1 for owned, 2 for wanted, or 3 for both; ISBN or null; heading; contributors; folded words;
/// ISBNs of other editions.
struct HoldingRow: Encodable, Sendable {
    let holding: Holding
    /// The folded words by which the book is found, each once, separated by spaces.
    let key: String
    let editions: [ISBN]

    /// The most characters of a heading or the contributors, and of the key.
    private static let (longest, longestKey) = (120, 2000)

    init(_ holding: Holding) {
        self.holding = holding
        let book = holding.book
        key = String(holding.words.joined(separator: " ").prefix(Self.longestKey))
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
    /// Changes with the account, with its name, and with the format of rows.
    var seal: String

    var text: String { "\(position.epoch)-\(position.event)-\(seal)" }

    init(position: FeedPosition, seal: String) { (self.position, self.seal) = (position, seal) }

    /// `nil` if the text is not a token.
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
    /// - Parameter token: from the device's last response; any other text yields a complete copy.
    func holdings(of account: Account, since token: String?) throws -> HoldingsAnswer {
        let token = token.flatMap { HoldingsToken($0) }
        let isOwn = token?.seal == HoldingsToken.seal(of: account)
        return HoldingsAnswer(
            try holdings(of: account.name, since: isOwn ? token?.position : nil), for: account)
    }
}
#endif
