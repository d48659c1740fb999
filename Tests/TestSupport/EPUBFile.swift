// EPUBs for tests: valid, contradictory, encrypted, and with an enormous unpacked size.
import Foundation

public enum EPUBFile {
    /// - Parameters:
    ///   - identifiers: elements of the package's metadata.
    ///   - parts: the bodies of the XHTML files, in reading order.
    ///   - others: further files by path.
    public static func bytes(
        identifiers: String = "", _ parts: [String], imprint: Int? = nil, others: [String: String] = [:]
    ) -> Data {
        let names = parts.indices.map { "text/part \($0 + 1).xhtml" }
        let items = names.indices.map {
            #"<item id="p\#($0)" href="text/part%20\#($0 + 1).xhtml" media-type="application/xhtml+xml"/>"#
        }
        let guide = imprint.map {
            #"<guide><reference type="copyright-page" href="text/part%20\#($0).xhtml#top"/></guide>"#
        }
        let package = """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">\(identifiers)\
            <dc:title>A</dc:title></metadata><manifest>\(items.joined())</manifest>
            <spine>\(names.indices.map { #"<itemref idref="p\#($0)"/>"# }.joined())</spine>\(guide ?? "")</package>
            """
        var files: [(String, Entry)] = [
            ("mimetype", .stored("application/epub+zip")),
            (
                "META-INF/container.xml",
                .stored(
                    #"<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"#
                )
            ),
            ("OEBPS/book.opf", .stored(package)),
        ]
        for (name, part) in zip(names, parts) {
            files.append(
                (
                    "OEBPS/\(name)",
                    .stored(
                        #"<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>\#(part)</body></html>"#
                    )
                ))
        }
        for (name, text) in others.sorted(by: { $0.key < $1.key }) { files.append((name, .stored(text))) }
        return archive(files)
    }

    public enum Entry: Sendable {
        case stored(String)
        /// This many million letters, deflated.
        case endless(megabytes: Int)
    }

    public static func archive(_ files: [(String, Entry)]) -> Data {
        var (file, directory) = (Data(), Data())
        func add(_ numbers: [(UInt32, Int)], to data: inout Data) {
            for (number, size) in numbers {
                withUnsafeBytes(of: number.littleEndian) { data += $0.prefix(size) }
            }
        }
        for (name, entry) in files {
            let (bytes, size, crc, method): (Data, Int, UInt32, UInt32) =
                switch entry {
                case .stored(let text): (Data(text.utf8), text.utf8.count, crc32(text.utf8), 0)
                case .endless(let megabytes): (deflated(megabytes: megabytes), megabytes << 20, 0, 8)
                }
            let common: [(UInt32, Int)] = [
                (20, 2), (0x800, 2), (method, 2), (0, 4), (crc, 4), (UInt32(bytes.count), 4),
                (UInt32(size), 4),
                (UInt32(name.utf8.count), 2), (0, 2),
            ]
            add(
                [(0x0201_4B50, 4), (20, 2)] + common + [
                    (0, 2), (0, 2), (0, 2), (0, 4), (UInt32(file.count), 4),
                ], to: &directory)
            directory += Data(name.utf8)
            add([(0x0403_4B50, 4)] + common, to: &file)
            file += Data(name.utf8) + bytes
        }
        var end = Data()
        let count = UInt32(files.count)
        add(
            [
                (0x0605_4B50, 4), (0, 4), (count, 2), (count, 2), (UInt32(directory.count), 4),
                (UInt32(file.count), 4), (0, 2),
            ], to: &end)
        return file + directory + end
    }

    /// One block of fixed codes (RFC 1951, 3.2.6): a letter, repeated 258 times for every 13 bits.
    private static func deflated(megabytes: Int) -> Data {
        var (bytes, bits, count) = (Data(), UInt32(0), 0)
        func put(_ value: UInt32, _ length: Int) {
            bits |= value << UInt32(count)
            count += length
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                count -= 8
            }
        }
        put(0b011, 3)
        // Codes begin with their highest bit: `a` is 0x30 + 97 in eight of them.
        put(0b1000_1001, 8)
        for _ in 0..<(megabytes << 20) / 258 {
            put(0b1010_0011, 8)
            put(0, 5)
        }
        put(0, 7)
        put(0, 7)
        return bytes
    }

    private static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
