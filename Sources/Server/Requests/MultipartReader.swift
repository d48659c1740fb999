#if Server
// A streaming multipart parser, which buffers at most a boundary and a part's header (RFC 7578; RFC 2046, section 5.1).
import Foundation

/// Takes a `multipart/form-data` body portion by portion, however it is cut, and hands its parts on.
struct MultipartReader {
    /// What a part's head says.
    struct Part: Hashable {
        var name: String
        /// `nil` of a field without a file. Only for showing: it is whatever the sender says.
        var file: String?
    }

    enum Event: Hashable {
        case begin(Part)
        /// More of the last part.
        case bytes(ArraySlice<UInt8>)
        case end
    }

    /// Not of this form.
    struct Malformed: Error {}

    /// Bytes of a part's head.
    static let headLimit = 4096
    /// Parts of a form.
    static let mostParts = 100
    /// Bytes before the first boundary, and after the last, that mean nothing.
    static let outsideLimit = 4096

    private enum State {
        case preamble, head, body, afterBoundary, done
    }

    /// With the line end before it.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// Not handed on yet.
    private var held: [UInt8] = []
    private var parts = 0
    /// Of what means nothing.
    private var outside = 0

    var isDone: Bool { state == .done }

    /// - Parameter contentType: the request's. `nil` unless it is this form with a boundary.
    init?(contentType: String?) {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data"),
            let boundary = Self.parameter("boundary", of: contentType),
            (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ $0 >= 32 && $0 < 127 })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first boundary has no line before it.
        held = [13, 10]
    }

    /// - Throws: `Malformed`, also for what the caller's `take` throws that.
    mutating func read(_ bytes: some Sequence<UInt8>, _ take: (Event) throws -> Void) throws {
        held += bytes
        while try step(take) {}
    }

    /// - Throws: `Malformed` where the last boundary never came.
    func finish() throws { if !isDone { throw Malformed() } }

    /// - Returns: `false` where more is needed.
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
            guard held.starts(with: [13, 10]), parts <= Self.mostParts else { throw Malformed() }
            drop(2)
            state = .head
        case .head:
            let end = place(of: [13, 10, 13, 10])
            // What may be the beginning of its end is none of the head.
            guard end ?? held.count - 3 <= Self.headLimit else { throw Malformed() }
            guard let end else { return false }
            try take(.begin(Self.part(held[..<end])))
            drop(end + 4)
            state = .body
        case .body:
            let place = place(of: delimiter)
            // What may be the beginning of a delimiter stays.
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

    /// Leaves out what means nothing; an endless amount of it is no form.
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

    /// `UTF-8''b%C3%BCcher.jpg`, which forms have no place for, but some libraries send (RFC 8187).
    private static func decoded(_ text: String) -> String {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? parts[2].removingPercentEncoding ?? "" : ""
    }

    /// A field's parameter, quoted or not. Browsers send `%22` for a quotation mark (HTML Standard, 4.10.21.8).
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
                    // A backslash before anything else is part of a name, as some browsers send paths.
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
