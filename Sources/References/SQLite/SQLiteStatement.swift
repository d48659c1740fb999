// One prepared statement: what goes in, and what comes out.
import GRDBSQLite

final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    init(_ sql: String, _ connection: SQLiteConnection) throws(ReferenceError) {
        self.connection = connection
        var handle: OpaquePointer?
        try connection.check(
            sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil))
        guard let handle else { throw connection.error }
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Columns are counted from 1.
    func bind(_ column: Int, _ number: Int64) { sqlite3_bind_int64(handle, Int32(column), number) }

    /// A text that stays where it is until the next step is done; `nil` where there are no bytes.
    func bind(_ column: Int, text: UnsafeRawBufferPointer) {
        if text.isEmpty {
            sqlite3_bind_null(handle, Int32(column))
        } else {
            sqlite3_bind_text(
                handle, Int32(column), text.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(text.count), nil)
        }
    }

    /// A text that is copied.
    func bind(_ column: Int, _ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = sqlite3_bind_text(
                handle, Int32(column),
                UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count), Self.copied)
        }
    }

    /// SQLite's mark for what does not stay where it is.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    func bindNothing(_ column: Int) { sqlite3_bind_null(handle, Int32(column)) }

    /// - Returns: whether there is a row.
    func step() throws(ReferenceError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = connection.error
            sqlite3_reset(handle)
            throw error
        }
    }

    func run() throws(ReferenceError) {
        _ = try step()
        sqlite3_reset(handle)
    }

    func reset() { sqlite3_reset(handle) }

    /// Columns are counted from 0. `nil` for none, as are texts.
    func number(_ column: Int) -> Int? {
        guard sqlite3_column_type(handle, Int32(column)) != SQLITE_NULL else { return nil }
        return Int(sqlite3_column_int64(handle, Int32(column)))
    }

    /// Bytes that are no UTF-8 are repaired.
    func text(_ column: Int) -> String? {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
