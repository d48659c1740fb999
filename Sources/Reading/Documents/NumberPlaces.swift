// Where numbers are on a page: a long page may have several subjects, and the path of a link is not print.
import Books

/// The text around the ISBNs of a page.
struct NumberPlaces {
    /// ISBNs that occur only in the paths of links.
    let inLinks: Set<ISBN>
    /// ISBNs that are far from any wording of an imprint.
    let farFromImprint: Set<ISBN>
    /// ISBNs that occur only in sentences or references about other works.
    let cited: Set<ISBN>
    /// Whether all have lines of their own on a page that names a publisher, or are all that the page says.
    let areOnColophon: Bool
    /// Whether the text around them is worded like an imprint.
    let areInImprint: Bool

    /// In Unicode scalars on each side; longer than any imprint.
    private static let reach = 2000
    /// In Unicode scalars, of a title page, back cover or colophon.
    private static let longestColophon = 3000

    init(_ matches: [ISBNMatch], in text: String) {
        let scalars = Array(text.unicodeScalars)
        var (linked, standing, far, near): (Set<ISBN>, Set<ISBN>, Set<ISBN>, Set<ISBN>) = ([], [], [], [])
        var (cited, listed): (Set<ISBN>, Set<ISBN>) = ([], [])
        var surroundings = ""
        let works = OtherWorks(scalars)
        for match in matches {
            if Self.isInLink(match.range, scalars) {
                linked.insert(match.isbn)
            } else {
                standing.insert(match.isbn)
            }
            if !works.standsAlone(match), Citation.contains(match, in: scalars) {
                cited.insert(match.isbn)
            } else {
                listed.insert(match.isbn)
            }
            let first = max(0, match.range.lowerBound - Self.reach)
            let last = min(scalars.count, match.range.upperBound + Self.reach)
            let around = String(scalars: scalars[first..<last])
            surroundings += around + "\n"
            if ImprintPage.isImprint(around) { near.insert(match.isbn) } else { far.insert(match.isbn) }
        }
        inLinks = linked.subtracting(standing)
        farFromImprint = far.subtracting(near)
        self.cited = cited.subtracting(listed)
        areInImprint = ImprintPage.isImprint(surroundings)
        let isColophon =
            scalars.count <= Self.longestColophon && !works.isAnywhere
            && ImprintPage.namesPublisher(text.lowercased())
        areOnColophon =
            matches.allSatisfy { $0.isMarkedWrong || works.standsAlone($0) }
            && (isColophon || works.isNothing(but: matches))
    }

    /// Whether a number is part of a URL, as in `https://example.org/9780306406157` or `example.org/9780306406157`.
    private static func isInLink(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Bool {
        let before = scalars[max(0, range.lowerBound - reach)..<range.lowerBound]
        let start = before.lastIndex { $0.properties.isWhitespace }.map { $0 + 1 } ?? before.startIndex
        let word = String(scalars: before[start...]).lowercased()
        return word.contains("://") || word.contains("www.") || word.contains(/[a-z0-9]\.[a-z]{2,}\//)
    }
}
