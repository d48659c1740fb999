// What a person decided on a report's page, as the page saves it: a line of `decisions.jsonl`.
import Books
import Catalogue
import Foundation
import Output

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

/// What files of decisions say. Lines that are no decisions are named and counted.
struct DecisionFiles {
    /// In bytes, far beyond any shelf.
    private static let sizeLimit = 256 << 20
    /// So many lines of a file are named.
    private static let mostNamed = 5

    /// Of each page of a photo what was said of it, in the order in which they came.
    private(set) var photos: [[SavedDecision]] = []
    private(set) var refused = 0
    private var places: [SavedDecision.Page: Int] = [:]

    mutating func read(_ path: String) throws {
        let bytes = try Self.bytes(path)
        var refusedHere = 0
        for (place, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            if let decision = try? JSONDecoder().decode(SavedDecision.self, from: line) {
                take(decision)
                continue
            }
            refusedHere += 1
            if refusedHere <= Self.mostNamed {
                Console.note("\(path):\(place + 1): not a decision; use a file saved from a report".printable)
            }
        }
        if refusedHere > Self.mostNamed {
            Console.note("\(path): \(refusedHere - Self.mostNamed) more lines are not decisions".printable)
        }
        refused += refusedHere
    }

    /// Of one person's words the latest holds.
    private mutating func take(_ decision: SavedDecision) {
        guard let place = places[decision.page] else {
            places[decision.page] = photos.count
            return photos.append([decision])
        }
        if let by = decision.by, let earlier = photos[place].firstIndex(where: { $0.by == by }) {
            if photos[place][earlier].date <= decision.date { photos[place][earlier] = decision }
        } else {
            photos[place].append(decision)
        }
    }

    private static func bytes(_ path: String) throws -> Data {
        var status = stat()
        guard stat(path.systemPath, &status) == 0 else {
            throw refusal(path, String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw refusal(path, "is a folder") }
        guard status.st_size <= sizeLimit else { throw refusal(path, "is too large for decisions") }
        guard let bytes = try? FileHandle(reading: path)?.readToEnd() ?? Data() else {
            throw refusal(path, "can't be read")
        }
        return bytes
    }

    private static func refusal(_ path: String, _ words: String) -> Refusal {
        Refusal("\(path.printable): \(words); use a file saved from a report", .badInput)
    }
}
