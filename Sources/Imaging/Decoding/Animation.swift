// Animated GIF and WebP files, whose decoders return only the first picture or none. Each frame that covers the whole
// screen becomes a file.
import Foundation

/// The pictures of an animation.
struct Animation {
    /// The frames that replace the whole screen, in order; each is made into a file on demand.
    private(set) var pictures: [() -> Data] = []
    /// How many frames change only part of the screen.
    private(set) var omitted = 0

    private mutating func add(isWhole: Bool, _ picture: @escaping () -> Data) {
        if isWhole || pictures.isEmpty { pictures.append(picture) } else { omitted += 1 }
    }

    // MARK: GIF (CompuServe, 89a)

    init(gif data: Data) {
        var bytes = ByteReader(data)
        guard let head = bytes.take(13) else { return }
        let screen = (head.number(6, 2), head.number(8, 2))
        func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        guard let table = bytes.take(tableLength(head.byte(10))) else { return }
        var control = Data()
        while let mark = bytes.take(1)?.first {
            switch mark {
            case 0x21:
                guard let kind = bytes.take(1), let blocks = bytes.takeBlocks() else { return }
                if kind.first == 0xF9 { control = Data([0x21]) + kind + blocks }
            case 0x2C:
                guard let place = bytes.take(9), let local = bytes.take(tableLength(place.byte(8))),
                    let size = bytes.take(1), let blocks = bytes.takeBlocks()
                else { return }
                let sides = (place.number(4, 2), place.number(6, 2))
                let isTransparent = control.count > 3 && control.byte(3) & 1 == 1
                let isAtOrigin = place.number(0, 4) == 0
                let extra = control
                add(isWhole: isAtOrigin && sides == screen && !isTransparent) {
                    let parts: [Data] = [
                        head.prefix(6), place.dropFirst(4).prefix(4), head.dropFirst(10), table, extra,
                        Data([0x2C, 0, 0, 0, 0]), place.dropFirst(4), local, size, blocks, Data([0x3B]),
                    ]
                    return Data(parts.joined())
                }
                control = Data()
            default: return
            }
        }
    }

    // MARK: WebP (RFC 9649)

    init(webp data: Data) {
        var bytes = ByteReader(data)
        guard bytes.take(12) != nil, let (name, head) = bytes.takeChunk(), name == "VP8X", head.count >= 10
        else { return }
        let screen = (head.number(4, 3), head.number(7, 3))
        while let (name, frame) = bytes.takeChunk() {
            guard name == "ANMF", frame.count > 16 else { continue }
            var parts = ByteReader(frame.dropFirst(16))
            var chunks: [(name: String, content: Data)] = []
            while let chunk = parts.takeChunk() { chunks.append(chunk) }
            let alpha = chunks.contains { chunk in
                chunk.name == "ALPH"
                    || chunk.name == "VP8L" && chunk.content.count > 4 && chunk.content.byte(4) & 0x10 != 0
            }
            let isAtOrigin = frame.number(0, 6) == 0
            let isBlended = frame.byte(15) & 2 == 0
            add(
                isWhole: isAtOrigin && (frame.number(6, 3), frame.number(9, 3)) == screen
                    && !(alpha && isBlended)
            ) {
                var flags = Data([alpha ? 0x10 : 0, 0, 0, 0])
                flags += frame.dropFirst(6).prefix(6)
                var body = Data("WEBP".utf8)
                body += Self.chunk("VP8X", flags)
                for part in chunks { body += Self.chunk(part.name, part.content) }
                return Self.chunk("RIFF", body)
            }
        }
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        var chunk = Data(name.utf8)
        for place in 0..<4 { chunk.append(UInt8(truncatingIfNeeded: content.count >> (8 * place))) }
        chunk += content
        if !content.count.isMultiple(of: 2) { chunk.append(0) }
        return chunk
    }
}

/// Parses bytes from the start.
private struct ByteReader {
    private var rest: Data

    init(_ data: Data) { rest = data }

    mutating func take(_ count: Int) -> Data? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The sub-blocks of a GIF, with their lengths and terminator.
    mutating func takeBlocks() -> Data? {
        var count = 0
        while let length = rest.dropFirst(count).first {
            count += 1 + Int(length)
            if length == 0 { return take(count) }
        }
        return nil
    }

    /// A chunk of a RIFF file, without its padding.
    mutating func takeChunk() -> (name: String, content: Data)? {
        guard let head = take(8) else { return nil }
        let length = head.number(4, 4)
        guard let content = take(length) else { return nil }
        _ = take(length & 1)
        return (String(decoding: head.prefix(4), as: UTF8.self), content)
    }
}

extension Data {
    /// By offset from the start, independent of the indices.
    fileprivate func byte(_ place: Int) -> UInt8 { self[startIndex + place] }

    /// Little-endian.
    fileprivate func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(byte(place + $1)) << (8 * $1) }
    }
}
