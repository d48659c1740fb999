// What everything that a command lists has in common: it says itself in each form, and one printer does the rest.

/// One row of a listing, as people and programs see it.
///
/// What it encodes is its object in JSON Lines: every key always there, in `snake_case`, `null` where nothing is known.
package protocol Row: Encodable, Sendable {
    /// What it says in CSV.
    static var columns: [Column<Self>] { get }
    /// For a person's eyes, without line ends; safe for a terminal.
    var tableLines: [String] { get }
    /// The plain answer, without line ends; empty when a plain list leaves the row out.
    var textLines: [String] { get }
}

extension Row {
    package var tableLines: [String] { textLines }
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
