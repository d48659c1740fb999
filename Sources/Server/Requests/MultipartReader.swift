#if Server
// A streaming multipart parser, which buffers at most a boundary and a part's header (RFC 7578; RFC 2046, section 5.1).
import Foundation

/// Parses a `multipart/form-data` body in chunks of any size, and passes its parts on as events.
struct MultipartReader {
    struct Part: Hashable {
        var name: String
        /// `nil` for a field without a file. Only for display, since clients can send any name.
        var file: String?
    }

    enum Event: Hashable {
        case begin(Part)
        /// More bytes of the current part.
        case bytes(ArraySlice<UInt8>)
        case end
    }

    /// The body is not a valid form.
    struct Malformed: Error {}

    /// The largest size of a part's header, in bytes.
    static let headLimit = 4096
    static let mostParts = 1000
    /// The most bytes before the first boundary and after the last, which are ignored.
    static let outsideLimit = 4096

    private enum State {
        case preamble, head, body, afterBoundary, done
    }

    /// The boundary, with the line break before it.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// Bytes that were not passed on yet.
    private var held: [UInt8] = []
    private var parts = 0
    /// The number of ignored bytes.
    private var outside = 0

    var isDone: Bool { state == .done }

    /// - Parameter contentType: the request's content type. `nil` unless it is `multipart/form-data` with a boundary.
    init?(contentType: String?) {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data"),
            let boundary = Self.parameter("boundary", of: contentType),
            (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ $0 >= 32 && $0 < 127 })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary has no line break before it.
        held = [13, 10]
    }

    /// - Throws: `Malformed`; `tooLarge` for too many parts; what `take` throws.
    mutating func read(_ bytes: some Sequence<UInt8>, _ take: (Event) throws -> Void) throws {
        held += bytes
        while try step(take) {}
    }

    /// - Throws: `Malformed` if the last boundary is missing.
    func finish() throws { if !isDone { throw Malformed() } }

    /// - Returns: `false` if more bytes are needed.
    private mutating func step(_ take: (Event) throws -> Void) throws -> Bool {
        switch state {
        case .preamble:
            let place = place(of: delimiter)
            try pass(place ?? held.count - delimiter.count + 1)
            guard place != nil else { return false }
            drop(delimiter.count)
            state = .afterBoundary
            outside = 0
        case .afterBoundary:
            guard held.count >= 2 else { return false }
            if held.starts(with: [45, 45]) {
                drop(2)
                state = .done
                return true
            }
            parts += 1
            guard held.starts(with: [13, 10]) else { throw Malformed() }
            guard parts <= Self.mostParts else { throw SiteError.tooLarge(limit: Self.mostParts) }
            drop(2)
            state = .head
        case .head:
            let end = place(of: [13, 10, 13, 10])
            // The last three bytes may belong to the end of the header, and are not counted.
            guard end ?? held.count - 3 <= Self.headLimit else { throw Malformed() }
            guard let end else { return false }
            try take(.begin(Self.part(held[..<end])))
            drop(end + 4)
            state = .body
        case .body:
            let place = place(of: delimiter)
            // The last bytes may be the beginning of a delimiter, and are kept.
            let known = place ?? held.count - delimiter.count + 1
            if known > 0 { try take(.bytes(held[..<known])) }
            guard place != nil else {
                drop(known)
                return false
            }
            try take(.end)
            drop(known + delimiter.count)
            state = .afterBoundary
        case .done:
            try pass(held.count)
            return false
        }
        return true
    }

    private func place(of bytes: [UInt8]) -> Int? {
        held.withUnsafeBytes { held -> Int? in
            guard let start = held.baseAddress, held.count >= bytes.count else { return nil }
            var place = 0
            let last = held.count - bytes.count
            while place <= last, let next = memchr(start + place, Int32(bytes[0]), last - place + 1) {
                place = start.distance(to: next)
                if memcmp(next, bytes, bytes.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    /// Skips bytes outside of parts, up to a limit.
    private mutating func pass(_ count: Int) throws {
        guard count > 0 else { return }
        outside += count
        guard outside <= Self.outsideLimit else { throw Malformed() }
        drop(count)
    }

    private mutating func drop(_ count: Int) {
        if count > 0 { held.removeFirst(count) }
    }

    private static func part(_ head: ArraySlice<UInt8>) throws -> Part {
        for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":"),
                line[..<colon].lowercased() == "content-disposition"
            else { continue }
            let value = String(line[line.index(after: colon)...])
            guard value.trimmingCharacters(in: .whitespaces).lowercased().hasPrefix("form-data"),
                let name = parameter("name", of: value)
            else { throw Malformed() }
            let file =
                parameter("filename", of: value)?.replacing("%22", with: "\"")
                ?? parameter("filename*", of: value).map(Self.decoded)
            return Part(name: name, file: file)
        }
        throw Malformed()
    }

    /// Decodes `UTF-8''b%C3%BCcher.jpg` (RFC 8187), which some libraries send although it is not allowed in forms.
    private static func decoded(_ text: String) -> String {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? parts[2].removingPercentEncoding ?? "" : ""
    }

    /// A parameter of a header field, quoted or not. Browsers send `%22` for a quotation mark (HTML Standard, section
    /// 4.10.21.8).
    private static func parameter(_ name: String, of value: String) -> String? {
        var rest = value[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(where: { $0 == "=" || $0 == ";" }), rest[equals] == "="
            else { continue }
            let key = rest[..<equals].lowercased()
            rest = rest[rest.index(after: equals)...]
            var text = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    // A backslash before any other character is part of the name, since some browsers send paths.
                    if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                        text.append(next)
                        rest = rest.dropFirst()
                    } else {
                        text.append(character)
                    }
                }
            } else {
                text = String(rest.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces)
                rest = rest.drop { $0 != ";" }
            }
            if key == name { return text }
        }
        return nil
    }
}
#endif
