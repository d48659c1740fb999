// Where on a page its numbers stand: a long page may speak of many things, and a link's path is no print.
import Books

/// What surrounds the ISBNs of a page.
struct NumberPlaces {
    /// ISBNs that stand in the paths of links and nowhere else.
    let inLinks: Set<ISBN>
    /// Those that no words of an imprint are near to.
    let farFromImprint: Set<ISBN>
    /// What stands around all of them.
    let surroundings: String

    /// In Unicode scalars on each side: an imprint is no longer.
    private static let reach = 2000

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        var (linked, standing, far, near): (Set<ISBN>, Set<ISBN>, Set<ISBN>, Set<ISBN>) = ([], [], [], [])
        var surroundings = ""
        for match in ISBN.find(in: text).matches.prefix(PageText.mostNumbers) {
            if Self.isInLink(match.range, scalars) {
                linked.insert(match.isbn)
            } else {
                standing.insert(match.isbn)
            }
            let first = max(0, match.range.lowerBound - Self.reach)
            let last = min(scalars.count, match.range.upperBound + Self.reach)
            let around = String(String.UnicodeScalarView(scalars[first..<last]))
            surroundings += around + "\n"
            if ImprintPage.isImprint(around) { near.insert(match.isbn) } else { far.insert(match.isbn) }
        }
        inLinks = linked.subtracting(standing)
        farFromImprint = far.subtracting(near)
        self.surroundings = surroundings
    }

    /// Whether a number is a part of an address: `https://example.org/9780306406157`.
    private static func isInLink(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Bool {
        let before = scalars[max(0, range.lowerBound - reach)..<range.lowerBound]
        let start = before.lastIndex { $0.properties.isWhitespace }.map { $0 + 1 } ?? before.startIndex
        let word = String(String.UnicodeScalarView(before[start...])).lowercased()
        return word.contains("://") || word.contains("www.")
    }
}
