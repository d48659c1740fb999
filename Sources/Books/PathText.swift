// File names are bytes and may not be valid UTF-8. Records and stores hold text, so each invalid byte is encoded as a
// private-use character, from which the exact path can be restored.
import Foundation

/// Invalid bytes are encoded in Unicode's last private-use plane: U+10FF80 for the byte 0x80, and so on. If a name
/// really contains such a character, its bytes are encoded too, so that different names never become equal.
private let standIns: ClosedRange<UInt32> = 0x10_FF00...0x10_FFFF

extension String {
    /// A path as the system knows it.
    package init(path bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self), !text.hasStandIns {
            self = text
            return
        }
        let bytes = Array(bytes)
        var scalars = UnicodeScalarView()
        var place = 0
        while place < bytes.count {
            let character = (1...4).lazy.compactMap { length -> Unicode.Scalar? in
                guard place + length <= bytes.count else { return nil }
                return String(validating: bytes[place..<place + length], as: UTF8.self)?.unicodeScalars.first
            }.first
            if let character, !standIns.contains(character.value) {
                scalars.append(character)
                place += String(character).utf8.count
            } else {
                scalars.append(Unicode.Scalar(standIns.lowerBound + UInt32(bytes[place])) ?? "\u{FFFD}")
                place += 1
            }
        }
        self = String(scalars)
    }

    /// The original path, byte for byte.
    package var pathBytes: [UInt8] {
        guard hasStandIns else { return Array(utf8) }
        return unicodeScalars.flatMap { character -> [UInt8] in
            standIns.contains(character.value)
                ? [UInt8(truncatingIfNeeded: character.value)] : Array(String(character).utf8)
        }
    }

    /// The path for system calls, NUL-terminated.
    package var systemPath: [CChar] { pathBytes.map { CChar(bitPattern: $0) } + [0] }

    /// The path as SQLite takes it, which reads `:memory:` and `file:…` as names of its own.
    package var sqlitePath: String { utf8.first == UInt8(ascii: "/") ? self : "./" + self }

    /// The same of a database that nobody changes: SQLite reads it without a lock, and makes no file beside it.
    package var immutableSQLitePath: String {
        let escaped = URL(filePath: self).absoluteURL.path.utf8.map { byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }
        return "file:\(escaped.joined())?immutable=1"
    }

    /// Whether both are the same path, byte by byte: names that differ only in their Unicode normalization are different
    /// files.
    package func isSamePath(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    // Byte by byte: a slash followed by a combining mark is one `Character`.

    /// Where the last part of the path begins.
    package var nameStart: Index {
        utf8.lastIndex(of: UInt8(ascii: "/")).map(utf8.index(after:)) ?? startIndex
    }

    /// The components of the path.
    package var pathParts: [String] { utf8.split(separator: UInt8(ascii: "/")).compactMap { String($0) } }

    /// Whether the path is not valid UTF-8.
    package var hasStandIns: Bool { unicodeScalars.contains { standIns.contains($0.value) } }

    /// For display: `U+FFFD` for each invalid byte.
    package var withoutStandIns: String {
        guard hasStandIns else { return self }
        return String(
            UnicodeScalarView(unicodeScalars.map { standIns.contains($0.value) ? "\u{FFFD}" : $0 }))
    }

    // MARK: The escaped form

    /// As the path of a `file:` URL (RFC 3986): `caf%E9.jpg`. `nil` if the path is UTF-8 and needs no other form.
    package var escapedPath: String? {
        guard hasStandIns else { return nil }
        let plain = "/-._~"
        return pathBytes.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || plain.contains(character) {
                return String(character)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Decodes the text; invalid escapes are kept.
    package init(escapedPath text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        self.init(path: bytes)
    }
}

// Opens files whose names are not valid UTF-8.
extension FileHandle {
    /// Opens the file for reading; it is closed when the handle is released. `nil` if that fails, with the reason in
    /// `errno`.
    package convenience init?(reading path: String) {
        let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
