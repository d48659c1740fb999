// The positions of an EAN-13's edges, and which digits can't be distinguished by similar edges alone.

/// The bars of an EAN-13 number, in modules from the first guard bar's left edge.
///
/// From the GS1 General Specifications, 5.2.1: 95 modules; guards `101`, `01010` and `101`; six digits of seven
/// modules on each side of the middle guard, each with two bars and two spaces. The first of the thirteen digits
/// determines which of the left ones are drawn in set B, the mirror image of set C.
struct EANPattern: Sendable {
    /// Modules of the whole symbol without its quiet zones.
    static let width = 95
    /// Two for each of thirty bars.
    static let edgeCount = 60
    /// Set A, which starts with a space; set C has the same widths but starts with a bar; set B is set C reversed.
    private static let widths = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4],
        [1, 3, 1, 2], [1, 2, 1, 3], [3, 1, 1, 2],
    ]
    /// The positions that are drawn in set B, by the first digit.
    private static let mirrored: [Swift.Set<Int>] = [
        [], [3, 5, 6], [3, 4, 6], [3, 4, 5], [2, 5, 6], [2, 3, 6], [2, 3, 4], [2, 4, 6], [2, 4, 5],
        [2, 3, 5],
    ]

    /// Thirteen, each 0…9.
    let digits: [Int]
    /// Sixty, in ascending order; a bar begins at each even index and ends at the next.
    let edges: [Double]
    /// For each edge, its position if its digit is replaced by the twin; `nil` if that is the same, or the digit is
    /// given.
    let twinEdges: [Double?]

    /// `nil` unless `text` is thirteen digits.
    init?(_ text: String) {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 13, digits.allSatisfy((0...9).contains) else { return nil }
        self.digits = digits
        let guardEdges = { (start: Double, count: Int) in (0..<count).map { start + Double($0) } }
        let drawn = { (place: Int) in
            Array(EANPattern.edges(at: place, as: digits[place], first: digits[0]).dropLast())
        }
        edges =
            guardEdges(0, 3) + (1...6).flatMap(drawn) + guardEdges(45, 5) + (7...12).flatMap(drawn)
            + guardEdges(92, 4)
        var twinEdges = [Double?](repeating: nil, count: edges.count)
        for place in 1...12 where !EANPattern.isGiven(place, of: digits) {
            guard let twin = EANPattern.twin(of: digits[place]) else { continue }
            let first = EANPattern.firstEdge(of: place)
            for (index, edge) in EANPattern.edges(at: place, as: twin, first: digits[0]).enumerated()
            where edge != edges[first + index] { twinEdges[first + index] = edge }
        }
        self.twinEdges = twinEdges
    }

    /// A digit's five edges; the last is the first of the next digit.
    static func edges(at place: Int, as digit: Int, first: Int) -> [Double] {
        var edges = [start(of: place)]
        for width in mirrored[first].contains(place) ? widths[digit].reversed() : widths[digit] {
            edges.append((edges.last ?? 0) + Double(width))
        }
        return edges
    }

    /// The three ways to draw a digit.
    enum Set: Int, CaseIterable {
        case a, b, c

        /// The starts and ends of a digit's two bars, alternating, in modules from the digit's start.
        func barEdges(of digit: Int) -> [Double] {
            // A position that is drawn in this set if the first of the thirteen digits is 1.
            let place = [Set.a: 1, .b: 3, .c: 7][self] ?? 1
            let edges = EANPattern.edges(at: place, as: digit, first: 1).map {
                $0 - EANPattern.start(of: place)
            }
            return Array(self == .c ? edges.prefix(4) : edges.suffix(4))
        }
    }

    /// - Parameters:
    ///   - place: 1…12.
    ///   - first: the first of the thirteen digits.
    static func set(of place: Int, first: Int) -> Set {
        place > 6 ? .c : mirrored[first].contains(place) ? .b : .a
    }

    /// The starts and ends of the guards' bars, alternating.
    static let guardEdges = [0.0, 1, 2, 3, 46, 47, 48, 49, 92, 93, 94, 95]

    /// All edges, with another digit at one position.
    func edges(with digit: Int, at place: Int) -> [Double] {
        var edges = edges
        let first = EANPattern.firstEdge(of: place)
        edges.replaceSubrange(
            first...first + 4, with: EANPattern.edges(at: place, as: digit, first: digits[0]))
        return edges
    }

    /// The index of a digit's first edge.
    ///
    /// - Parameter place: 1…12; the first of the thirteen digits has no bars of its own.
    static func firstEdge(of place: Int) -> Int { place <= 6 ? 4 * place - 1 : 4 * place + 4 }

    /// The start of a digit, in modules; it is seven modules wide.
    static func start(of place: Int) -> Double { Double(place <= 6 ? 7 * place - 4 : 7 * place + 1) }

    /// The digit of the same set whose bars are all a module wider, or all a module narrower: the distances between
    /// similar edges are the same.
    static func twin(of digit: Int) -> Int? { [1: 7, 7: 1, 2: 8, 8: 2][digit] }

    /// Whether a digit need not be measured: the first one has no bars, and books begin with 978 or 979, which differ
    /// in more than the widths of bars.
    func isGiven(_ place: Int) -> Bool { EANPattern.isGiven(place, of: digits) }

    private static func isGiven(_ place: Int, of digits: [Int]) -> Bool {
        place == 0 || place <= 2 && digits[0] == 9 && digits[1] == 7 && digits[2] >= 8
    }
}
