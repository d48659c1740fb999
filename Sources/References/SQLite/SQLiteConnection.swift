// A thin layer on SQLite's C interface for references: ten million rows are inserted with one statement, without
// copying their texts.
import Books
import Foundation
import GRDBSQLite

final class SQLiteConnection {
    let path: String
    let handle: OpaquePointer
    private let isNew: Bool

    /// Opens an existing file read-only, or creates a new one.
    init(_ path: String, isNew: Bool) throws(ReferenceError) {
        (self.path, self.isNew) = (path, isNew)
        // Finished references are never written to, only replaced, so that SQLite need not look for journals or
        // locks.
        let place = isNew ? path.sqlitePath : path.immutableSQLitePath
        let flags =
            isNew
            ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(place, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw .failed(path: path, code: code, words: String(cString: sqlite3_errstr(code)))
        }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws(ReferenceError) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    func prepare(_ sql: String) throws(ReferenceError) -> SQLiteStatement { try SQLiteStatement(sql, self) }

    /// The first number that a statement returns; 0 if there is none.
    func number(_ sql: String) throws(ReferenceError) -> Int {
        let statement = try prepare(sql)
        return try statement.step() ? statement.number(0) ?? 0 : 0
    }

    func check(_ code: Int32) throws(ReferenceError) {
        guard code != SQLITE_OK else { return }
        throw error
    }

    var error: ReferenceError {
        let code = sqlite3_extended_errcode(handle)
        switch code & 0xFF {
        case SQLITE_FULL: return .full(path: path)
        case SQLITE_IOERR where code == SQLITE_IOERR | 3 << 8: return .full(path: path)
        case SQLITE_NOTADB: return .notAReference(path: path)
        // Damage is also reported as a table that is missing, or can't be opened.
        case SQLITE_CORRUPT where !isNew, SQLITE_ERROR where !isNew: return .unsound(path: path)
        default: return .failed(path: path, code: code, words: String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// A prepared statement with its parameters and results.
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

    /// Columns count from 1.
    func bind(_ column: Int, _ number: Int64) { sqlite3_bind_int64(handle, Int32(column), number) }

    /// A text that stays valid until the next step; null if it is empty.
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

    /// Tells SQLite to copy the bytes.
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

    /// Columns count from 0. `nil` if the value is null, as for texts.
    func number(_ column: Int) -> Int? {
        guard sqlite3_column_type(handle, Int32(column)) != SQLITE_NULL else { return nil }
        return Int(sqlite3_column_int64(handle, Int32(column)))
    }

    /// Invalid UTF-8 is repaired.
    func text(_ column: Int) -> String? {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
