// The forms in which commands print what they found.

/// What `--format` takes.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// Columns for a person.
    case table
    /// The plain answer, one a line, for other programs.
    case text
    /// One JSON object a line, with everything known.
    case jsonl
    /// For spreadsheets (RFC 4180).
    case csv

    /// It holds everything known, where the others hold what fits a line.
    package var isComplete: Bool { self == .jsonl || self == .csv }
}
