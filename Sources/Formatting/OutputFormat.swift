// The forms in which commands print what they found.

/// What `--format` takes.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// All that is known of a book on a screen of its own, for a person.
    case card
    /// Columns for a person.
    case table
    /// The plain answer, one a line, for other programs.
    case text
    /// One JSON object a line, with everything known.
    case jsonl
    /// For spreadsheets (RFC 4180).
    case csv
}
