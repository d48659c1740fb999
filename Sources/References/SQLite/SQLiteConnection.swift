// SQLite's own interface, as far as references need it: ten million rows go in through one statement, with their texts
// where they lie.
import Foundation
import GRDBSQLite

final class SQLiteConnection {
    let path: String
    let handle: OpaquePointer

    /// Opens an existing file that nobody writes, or makes a new one.
    init(_ path: String, isNew: Bool) throws(ReferenceError) {
        self.path = path
        // Finished references are never written to, only replaced: nothing has to be looked at beside the file.
        let place = isNew ? path : "file:\(Self.escaped(path))?immutable=1"
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

    /// The first number that a statement gives; 0 without one.
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
        default: return .failed(path: path, code: code, words: String(cString: sqlite3_errmsg(handle)))
        }
    }

    private static func escaped(_ path: String) -> String {
        URL(filePath: path).absoluteURL.path.utf8.map { byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16).leftPadded
        }.joined()
    }
}

extension String {
    /// Two hexadecimal digits.
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
