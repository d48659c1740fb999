// What everything that a command lists has in common: it says itself in each form, and one printer does the rest.

/// One row of a listing, as people and programs see it.
///
/// What it encodes is its object in JSON Lines: every key always there, in `snake_case`, `null` where nothing is known.
package protocol Row: Encodable, Sendable {
    /// Whether there is more to show of one than a line.
    static var hasCards: Bool { get }
    /// What it says in CSV.
    static var columns: [Column<Self>] { get }
    /// For a person's eyes, without line ends; safe for a terminal.
    ///
    /// - Parameter width: columns of the terminal, which no line exceeds; `nil` cuts and folds nothing.
    func tableLines(width: Int?) -> [String]
    /// The same with all there is room for on a screen.
    func cardLines(width: Int?) -> [String]
    /// The plain answer, without line ends; empty when a plain list leaves the row out.
    var textLines: [String] { get }
}

extension Row {
    package static var hasCards: Bool { false }
    package func tableLines(width: Int?) -> [String] { textLines.flatMap { $0.folded(to: width, indent: 4) } }
    package func cardLines(width: Int?) -> [String] { tableLines(width: width) }
}

/// A column of CSV. Head and cell stand together, so that they can't get out of step.
package struct Column<Record>: Sendable {
    /// In `snake_case`, and the key of the same thing in JSON where there is one.
    package let head: String
    /// `nil` is an empty cell.
    package let cell: @Sendable (Record) -> String?

    package init(_ head: String, _ cell: @escaping @Sendable (Record) -> String?) {
        self.head = head
        self.cell = cell
    }
}
