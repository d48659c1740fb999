// The properties of a row: each is a CSV column, a JSON key, or both.
import Output

/// Defined once for both formats, so that they stay consistent.
package struct Column<Record>: Sendable {
    /// In `snake_case`: the column's header, and the key.
    let head: String
    /// Returns `nil` for an empty cell; is `nil` if CSV has no such column.
    let cell: (@Sendable (Record) -> String?)?
    /// `nil` if JSON has no such key.
    let value: (@Sendable (Record) -> any Encodable)?

    package init<Value: CellValue>(_ head: String, _ value: @escaping @Sendable (Record) -> Value) {
        self.head = head
        cell = { value($0).cell }
        self.value = value
    }

    /// For a property that only one format has, or that differs between them.
    package init(
        _ head: String, csv cell: (@Sendable (Record) -> String?)? = nil,
        json value: (@Sendable (Record) -> any Encodable)? = nil
    ) {
        (self.head, self.cell, self.value) = (head, cell, value)
    }
}

extension Row {
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        for column in Self.columns {
            if let value = column.value?(self) { try object.encode(value, forKey: Key(column.head)) }
        }
    }
}

private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension CSVRow {
    static func line<Record>(_ record: Record, _ columns: [Column<Record>]) -> String {
        line(columns.compactMap(\.cell).map { $0(record) })
    }

    static func heads<Record>(_ columns: [Column<Record>]) -> String {
        line(columns.filter { $0.cell != nil }.map(\.head))
    }
}

/// A value that both CSV and JSON can represent.
package protocol CellValue: Encodable, Sendable {
    /// For CSV; `nil` is an empty cell.
    var cell: String? { get }
}

extension String: CellValue { package var cell: String? { self } }
extension Int: CellValue { package var cell: String? { String(self) } }
extension Bool: CellValue { package var cell: String? { String(self) } }
extension Double: CellValue {
    package var cell: String? { Int(exactly: self).map(String.init) ?? String(self) }
}
extension [String]: CellValue { package var cell: String? { CSVRow.joined(self) } }
extension Optional: CellValue where Wrapped: CellValue { package var cell: String? { flatMap(\.cell) } }
