#if Server
// “Do I have it?”: the page that answers in a shop, and the feed of what its copy on a device needs.
import Accounts
import Books
import Catalogue
import Formatting
import HTTPTypes
import Hummingbird

struct HaveController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("have", use: show)
        router.get("holdings", use: changes)
    }

    /// For programs with a token.
    func addFeed(to router: some RouterMethods<SiteContext>) {
        router.get("holdings", use: changes)
    }

    /// Found by their title, at most.
    private static let most = 20

    /// Without a script the server answers; with one, the copy on the device does.
    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let words = request.query.text("q") ?? ""
        let number = Result { () throws(ISBNError) in try ISBN(words) }
        let isbn = try? number.get()
        let found = try await site.store { store in
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
                "told": Self.told(number, words), "wordsPart": words.queryPart,
            ])
    }

    /// What a number is; nothing about words.
    private static func told(_ number: Result<ISBN, ISBNError>, _ words: String) -> Phrase {
        switch number {
        case .success(let isbn): Phrase(verbatim: isbn.hyphenated)
        case .failure(let error):
            words.count(where: \.isNumber) < 9 ? "" : "Not an ISBN: \(error.words)."
        }
    }

    private static func values(_ book: Book, _ mark: BookMark) -> Pages.Values {
        [
            "path": book.reference?.path ?? "", "heading": book.heading, "byline": book.byline ?? "",
            "mark": mark == .anotherEdition ? "you have another edition" : Phrase(word: mark.words),
            "kind": mark.rawValue,
        ]
    }

    /// What changed since the device's last answer. Who has signed out gets no redirect, so that a device can tell it from
    /// the sign-in of somebody else's network.
    @Sendable private func changes(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let account = context.account else {
            return try SiteError.signInNeeded.problem.response()
        }
        // The whole takes a second for 100,000 books.
        guard site.exports.enter(account.id) else { throw SiteError.busy }
        defer { site.exports.leave(account.id) }
        let token = request.query.text("since")
        let answer = try await site.store(times: 5) { store in
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
