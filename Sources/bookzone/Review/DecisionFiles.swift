// Decisions that several people saved, put together by the photos that they are about.
import Books
import Catalogue
import Foundation
import Output

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
