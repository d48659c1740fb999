// Small photos with a valid structure and no decodable picture.

enum Bytes {
    /// A JPEG's segments and `data` bytes of image data, including stuffed bytes and restart markers.
    static func jpeg(
        _ segments: [UInt8]..., data: Int = 40, fill: UInt8 = 0x55, hasTables: Bool = true
    ) -> [UInt8] {
        let tables = hasTables ? segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) : []
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let picture = [fill, 0xFF, 0x00, 0xFF, 0xD3] + [UInt8](repeating: fill, count: data) + [0xFF, 0x00]
        return [0xFF, 0xD8] + segments.joined() + tables + frame + scan + picture + [0xFF, 0xD9]
    }

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
    }

    static func xmp(_ text: String) -> [UInt8] {
        segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(text)".utf8))
    }

    /// An MPF index of pictures with these lengths; the first is the photo itself.
    static func index(_ lengths: [Int], isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
            return isLittle ? bytes : bytes.reversed()
        }
        let entries = lengths.flatMap { number(0, 4) + number($0, 4) + number(0, 4) + number(0, 4) }
        let version = number(0xB000, 2) + number(7, 2) + number(4, 4) + Array("0100".utf8)
        let list = number(0xB002, 2) + number(7, 2) + number(entries.count, 4) + number(38, 4)
        let head = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        return segment(
            0xE2, Array("MPF\0".utf8) + head + number(2, 2) + version + list + number(0, 4) + entries)
    }

    /// - Parameter isLarge: whether the length of its data takes eight bytes.
    static func heif(data: Int = 40, isLarge: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> ((count - 1 - $0) * 8) & 255) }
        }
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count + 8, 4) + Array(type.utf8) + content
        }
        let picture = jpeg(data: data)
        let mdat =
            isLarge
            ? number(1, 4) + Array("mdat".utf8) + number(picture.count + 16, 8) + picture
            : box("mdat", picture)
        return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + box("meta", [UInt8](repeating: 7, count: 30))
            + mdat
    }

    static func png(data: Int = 40) -> [UInt8] {
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            [0, 0, UInt8(data.count >> 8), UInt8(data.count & 255)] + Array(type.utf8) + data + [1, 2, 3, 4]
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", [UInt8](repeating: 1, count: 13))
            + chunk("IDAT", [UInt8](repeating: 0x55, count: data)) + chunk("IEND", [])
    }

    // MARK: Formats that end where they say

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    static func gif(data: Int = 40) -> [UInt8] {
        Array("GIF89a".utf8) + [16, 0, 16, 0, 0x80, 0, 0] + [UInt8](repeating: 9, count: 6)
            + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 16, 0, 16, 0, 0, 2, UInt8(data)]
            + [UInt8](repeating: 0x3B, count: data) + [0, 0x3B]
    }

    static func bmp(data: Int = 40) -> [UInt8] {
        Array("BM".utf8) + little(54 + data, 4) + little(0, 4) + little(54, 4) + little(40, 4)
            + [UInt8](repeating: 0, count: 36) + [UInt8](repeating: 0x89, count: data)
    }

    static func webp(data: Int = 40) -> [UInt8] {
        Array("RIFF".utf8) + little(data + 12, 4) + Array("WEBPVP8 ".utf8) + little(data, 4)
            + [UInt8](repeating: 0x47, count: data)
    }

    static func codestream(data: Int = 40, isOpen: Bool = false) -> [UInt8] {
        [0xFF, 0x4F, 0xFF, 0x51, 0, 6, 1, 2, 3, 4, 0xFF, 0x90, 0, 10, 0, 0] + big(isOpen ? 0 : data + 14, 4)
            + [0, 1, 0xFF, 0x93] + [UInt8](repeating: 0x55, count: data) + [0xFF, 0xD9]
    }

    static func jpeg2000(data: Int = 40, isOpen: Bool = false) -> [UInt8] {
        let stream = codestream(data: data, isOpen: isOpen)
        return [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A] + big(20, 4)
            + Array("ftypjp2 ".utf8) + big(0, 4) + Array("jp2 ".utf8) + big(16, 4) + Array("jp2h".utf8)
            + [UInt8](repeating: 1, count: 8) + big(isOpen ? 0 : stream.count + 8, 4) + Array("jp2c".utf8)
            + stream
    }

    /// With a JPEG in its strip, as scanners write it.
    static func tiff(data: Int = 40, isLittle: Bool = true, hasTables: Bool = true) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            isLittle ? little(value, count) : big(value, count)
        }
        let strip = jpeg(data: data, hasTables: hasTables)
        let head = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8 + strip.count, 4)
        let entries = [(273, 8), (279, strip.count)].flatMap { tag, value in
            number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
        }
        return head + strip + number(2, 2) + entries + number(0, 4)
    }

    static func pdf(data: Int = 40) -> [UInt8] {
        Array("%PDF-1.4\n%%EOF\n".utf8) + [UInt8](repeating: 0x25, count: data)
            + Array("\nstartxref\n9\n%%EOF".utf8)
    }

    static func epub(data: Int = 40) -> [UInt8] {
        let kind = Array("application/epub+zip".utf8)
        let name = Array("mimetype".utf8)
        let content = kind + [UInt8](repeating: 0x50, count: data)
        let entry =
            [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 14) + little(content.count, 4)
            + little(content.count, 4) + little(name.count, 2) + little(0, 2) + name + content
        let directory = [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 42)
        return entry + directory + [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 8)
            + little(directory.count, 4) + little(entry.count, 4) + little(0, 2)
    }

    /// With a JPEG whose size follows its data, as it is written to a pipe.
    static func streamedZIP() -> [UInt8] {
        let name = Array("a.jpg".utf8)
        let picture = jpeg(data: 90)
        let block = [1] + little(picture.count, 2) + little(picture.count ^ 0xFFFF, 2) + picture
        let head = [20, 0, 8, 0, 8, 0] + [UInt8](repeating: 0, count: 4)
        let sizes = little(0, 4) + little(block.count, 4) + little(picture.count, 4)
        let entry =
            [0x50, 0x4B, 3, 4] + head + little(0, 12) + little(name.count, 2) + little(0, 2) + name + block
            + [0x50, 0x4B, 7, 8] + sizes
        let directory =
            [0x50, 0x4B, 1, 2, 20, 3] + head + sizes + little(name.count, 2)
            + [UInt8](repeating: 0, count: 16) + name
        return entry + directory + [0x50, 0x4B, 5, 6] + little(0, 4) + little(1, 2) + little(1, 2)
            + little(directory.count, 4) + little(entry.count, 4) + little(0, 2)
    }
}
