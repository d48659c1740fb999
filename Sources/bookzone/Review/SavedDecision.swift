// What a person decided on a report's page, as the page saves it: a line of `decisions.jsonl`.
import Books
import Catalogue
import Foundation

/// One person's word on one page of one photo. `docs/decision.schema.json` describes the written form.
struct SavedDecision: Decodable, Hashable {
    /// What names the page wherever the photo lies.
    struct Page: Hashable {
        var sha256: String
        var page: Int
    }

    /// As the report's run had it.
    let photo: String
    let page: Page
    let decision: PhotoDecision
    /// `nil` for a person who gave no name.
    let by: String?
    let date: Date

    private enum Key: String, CodingKey { case photo, page, sha256, decision, isbn13, by, date }
    private enum Verdict: String, Decodable { case confirmed, rejected }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        photo = try line.decode(String.self, forKey: .photo)
        page = Page(
            sha256: try line.decode(String.self, forKey: .sha256),
            page: try line.decode(Int.self, forKey: .page))
        by = try line.decodeIfPresent(String.self, forKey: .by)?.tidied.map { String($0.prefix(100)) }
        decision =
            switch try line.decode(Verdict.self, forKey: .decision) {
            case .confirmed: .confirmed(try line.decode(ISBN.self, forKey: .isbn13))
            case .rejected: .rejected
            }
        guard page.page > 0, page.sha256.wholeMatch(of: /[0-9a-f]{64}/) != nil,
            let date = Self.moment(try line.decode(String.self, forKey: .date))
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no decision"))
        }
        self.date = date
    }

    private static func moment(_ text: String) -> Date? {
        [true, false].lazy.compactMap { hasFractions in
            try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFractions))
        }.first
    }

    /// Who said it, for a person's eyes.
    var author: String { by ?? "somebody" }
}

// A decision as a person reads it.
extension PhotoDecision {
    /// What follows “the photo”.
    var words: String {
        switch self {
        case .confirmed(let isbn): "shows \(isbn.hyphenated)"
        case .book(let id): "shows \(id), which has no ISBN"
        case .rejected: "shows no ISBN"
        }
    }
}
