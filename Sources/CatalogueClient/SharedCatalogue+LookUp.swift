// Look-ups by a site.

import Books
import Catalogue
import CatalogueAPI
import Lookup

extension SharedCatalogue {
    package var hasReferences: Bool { false }
    package func referenceNames(unusable: UnusableReference) -> ReferenceNames? { nil }

    /// A site has its own references.
    package func nameByReferences(_ books: [BookSpecifier]?, unusable: UnusableReference) {}

    package func books(numbered numbers: [Identifier]) -> [Identifier: Book] { [:] }

    /// A site is asked for ISBNs and titles only.
    package func editions(lccn: String) -> NumberAnswer { NumberAnswer() }
    package func editions(titleLines: [TitleLine]) -> [TitleMatch] { [] }

    package func wantsContact(asking isbns: [ISBN]) -> Bool { false }

    /// A site has its own sources.
    package func lookupService(_ request: LookupRequest) throws -> any LookupService {
        if let choice = request.choice {
            throw CatalogueError.refused(
                address: place, words: "a shared catalogue uses its own sources; leave out \(choice)")
        }
        return request.savesResults ? self : SharedCatalogue(client, savesResults: false)
    }

    package func search(
        title: String, author: String?, limit: Int, answer: (String, TitleAnswer) throws -> Void
    ) async throws {
        let message = TitleMessage(
            title: title, author: author, limit: min(limit, SiteAPI.mostEditions))
        for answered in try client.ask("/editions", message, isLookup: true, as: EditionsMessage.self).answers
        {
            try answer(answered.source, answered.words.map { .message($0) } ?? .editions(answered.books))
        }
    }

    package func pending() throws(CatalogueError) -> [ISBN] {
        try client.get("/waiting", as: BooksMessage.self).books.compactMap {
            if case .isbn(let isbn) = $0 { isbn } else { nil }
        }
    }

    package func lookUp(
        _ isbns: [ISBN], asking: BookLookup.LookupScope, answer: (LookupAnswer) throws -> Void
    ) async throws {
        let asking: LookupMessage.LookupScope =
            switch asking {
            case .missing: .missing
            case .all: .all
            case .afresh: .afresh
            }
        for batch in isbns.batches(of: SiteAPI.mostAsked) {
            let message = LookupMessage(isbns: batch, asking: asking, isKept: savesResults)
            let answers: [AnswersMessage.Answer]
            do throws(CatalogueError) {
                answers = try client.ask("/lookups", message, isLookup: true, as: AnswersMessage.self).answers
            } catch {
                // What the look-up would have saved.
                if case .unreachable = error, savesResults { _ = try save(batch) }
                throw error
            }
            for received in answers {
                try answer(LookupAnswer(received, card: received.card.map(complete)))
            }
        }
    }
}

extension LookupAnswer {
    fileprivate init(_ received: AnswersMessage.Answer, card: BookCard?) {
        self.init(
            isbn: received.isbn, status: Status(rawValue: received.status) ?? .notAsked, card: card,
            unknownTo: received.unknownTo,
            unasked: received.unasked.map {
                Unasked(source: $0.source, cause: $0.words.map { .message($0) } ?? .offline)
            })
    }
}
