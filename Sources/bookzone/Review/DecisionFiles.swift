// The decisions that a report's page saves, one per line of `decisions.jsonl`.
import Books
import Catalogue
import Foundation
import Output

/// One reviewer's decision on one page of one photo. `docs/decision.schema.json` describes it.
struct SavedDecision: Decodable, Hashable {
    /// Identifies the page, wherever the photo is.
    struct Page: Hashable {
        var sha256: String
        var page: Int
    }

    /// The name in the report's run.
    let photo: String
    let page: Page
    var decision: PhotoDecision
    /// `nil` if the reviewer gave no name.
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
        func invalid(_ key: Key) -> DecodingError {
            .dataCorruptedError(forKey: key, in: line, debugDescription: "")
        }
        guard page.page > 0 else { throw invalid(.page) }
        guard page.sha256.wholeMatch(of: /[0-9a-f]{64}/) != nil else { throw invalid(.sha256) }
        guard let date = Self.moment(try line.decode(String.self, forKey: .date)) else {
            throw invalid(.date)
        }
        self.date = date
    }

    private static func moment(_ text: String) -> Date? {
        [true, false].lazy.compactMap { hasFractions in
            try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFractions))
        }.first
    }

    /// The reviewer, for people.
    var author: String { by ?? "somebody" }
}

// Decisions as text.
extension PhotoDecision {
    /// The text after “the photo”.
    var words: String {
        switch self {
        case .confirmed(let isbn): "shows \(isbn.hyphenated)"
        case .book(let id): "shows \(id), which has no ISBN"
        case .several(let isbns): "shows \(isbns.map(\.hyphenated).joined(separator: ", "))"
        case .rejected: "shows no ISBN"
        }
    }
}

/// The contents of decision files. Invalid lines are reported and counted.
struct DecisionFiles {
    /// In bytes; enough for any collection.
    private static let sizeLimit = 256 << 20
    /// How many invalid lines of a file are reported.
    private static let mostNamed = 5

    /// For each page of a photo, the decisions in order.
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
            do {
                take(try JSONDecoder().decode(SavedDecision.self, from: line))
            } catch {
                refusedHere += 1
                guard refusedHere <= Self.mostNamed else { continue }
                let reason = (error as? DecodingError)?.fault ?? ""
                Console.note(
                    "\(path.shownPath):\(place + 1): not a decision\(reason.printable); "
                        + "use a file saved from a report")
            }
        }
        if refusedHere > Self.mostNamed {
            Console.note("\(path.shownPath): \(refusedHere - Self.mostNamed) more lines are not decisions")
        }
        refused += refusedHere
    }

    /// A later decision of the same reviewer replaces an earlier one.
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
        Refusal("\(path.shownPath): \(words); use a file saved from a report", .badInput)
    }
}

extension DecodingError {
    /// What follows “not a decision”.
    fileprivate var fault: String {
        switch self {
        case .keyNotFound(let key, _): ": \(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.last.map { ": \($0.stringValue) is invalid" } ?? ""
        @unknown default: ""
        }
    }
}
