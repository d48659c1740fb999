#if Server
// “Do I have it?”: the page to use in a shop, and the feed for its offline copy on a device.
import Accounts
import Books
import Catalogue
import Formatting
import HTTPTypes
import Hummingbird
import Translation

struct HaveController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("have", use: show)
        router.get("holdings", use: changes)
    }

    /// The same feed for programs with an access token.
    func addFeed(to router: some RouterMethods<SiteContext>) {
        router.get("holdings", use: changes)
    }

    /// The most books found by a title.
    private static let most = 20

    /// Without scripts, the server searches; with them, the copy on the device is searched.
    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let words = request.query.text("q") ?? ""
        let number = Result { () throws(ISBNError) in try ISBN(given: words) }
        let isbn = try? number.get()
        let found = try await site.store(for: context) { store, account in
            let held =
                if let isbn { try store.holdings(of: account.name, showing: isbn) } else {
                    try store.holdings(
                        of: account.name, with: SearchText.wordsOfTitle(words), limit: Self.most)
                }
            return held.map { held in
                let isOther = isbn != nil && held.book.isbn != isbn
                return Self.values(held.book, isOther ? .anotherEdition : BookMark(held))
            }
        }
        return site.pages.response(
            "have", title: "Do I have it?", context,
            [
                "words": words, "answers": found, "none": !words.isEmpty && found.isEmpty,
                "message": Self.message(number, words), "wordsPart": words.queryPart,
            ])
    }

    /// The ISBN in standard form, or why a number is not an ISBN; empty for other text.
    private static func message(_ number: Result<ISBN, ISBNError>, _ words: String) -> Phrase {
        switch number {
        case .success(let isbn): Phrase(verbatim: isbn.hyphenated)
        case .failure(let error):
            words.count(where: \.isNumber) < 9 ? "" : .notISBN(error)
        }
    }

    private static func values(_ book: Book, _ mark: BookMark) -> Pages.Values {
        [
            "path": book.reference?.path ?? "", "heading": book.heading, "byline": book.byline ?? "",
            "mark": mark == .anotherEdition ? "you have another edition" : Phrase(word: mark.words),
            "kind": mark.rawValue,
        ]
    }

    /// The changes since the device's last response. Without a session there is no redirect to sign-in, so that a
    /// device can tell a signed-out session from a captive portal.
    @Sendable private func changes(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let account = context.account else {
            return try SiteError.signInNeeded.problem.response()
        }
        // A complete copy takes a second for 100,000 books.
        guard site.exports.enter(account.id) else { throw SiteError.busy }
        defer { site.exports.leave(account.id) }
        let token = request.query.text("since")
        let answer = try await site.store(for: context, times: 5) { store, account in
            try store.holdings(of: account, since: token)
        }
        return try .packed(answer, for: request)
    }
}

extension BookMark {
    fileprivate init(_ holding: Holding) {
        self.init(
            lists: [
                holding.isOwned ? ListName.owned : nil, holding.isWanted ? ListName.wanted : nil,
            ].compactMap(\.self), others: [], isAgain: false)
    }
}
#endif
