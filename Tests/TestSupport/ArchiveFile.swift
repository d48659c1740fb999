// Archives for tests: valid, with names of any bytes, encrypted, damaged, and with an enormous unpacked size.
import Foundation

public enum ArchiveFile {
    /// A member of an archive.
    public struct Member: Sendable {
        /// Any bytes; a slash at its end makes a folder.
        public var name: [UInt8]
        public var bytes: Data
        public var isEncrypted = false
        /// Whether its stored bytes are corrupted.
        public var isDamaged = false

        public init(_ name: String, _ bytes: Data) { self.init(Array(name.utf8), bytes) }

        public init(_ name: [UInt8], _ bytes: Data) { (self.name, self.bytes) = (name, bytes) }

        public var encrypted: Member {
            var member = self
            member.isEncrypted = true
            return member
        }

        public var damaged: Member {
            var member = self
            member.isDamaged = true
            return member
        }
    }

    /// Members are stored uncompressed.
    public static func zip(_ members: [Member]) -> Data {
        var (file, directory) = (Data(), Data())
        for member in members {
            let isText = String(validating: member.name, as: UTF8.self) != nil
            let flags = UInt16(isText ? 0x800 : 0) | (member.isEncrypted ? 1 : 0)
            let size = UInt32(member.bytes.count)
            var head = Data()
            for number in [20, flags, 0, 0, 0] as [UInt16] { head.append(little: number) }
            head.append(little: crc32(member.bytes) ^ (member.isDamaged ? 1 : 0))
            head.append(little: size)
            head.append(little: size)
            head.append(little: UInt16(member.name.count))
            head.append(little: UInt16(0))
            directory += [0x50, 0x4B, 1, 2, 20, 3] + head
            // No comment, the first disk; a regular file.
            for number in [0, 0, 0, 0, member.name.last == 0x2F ? 0x41ED : 0x81A4] as [UInt16] {
                directory.append(little: number)
            }
            directory.append(little: UInt32(file.count))
            directory += member.name
            file += [0x50, 0x4B, 3, 4] + head
            file += member.name
            file += member.bytes
        }
        let start = UInt32(file.count)
        var end = Data([0x50, 0x4B, 5, 6, 0, 0, 0, 0])
        end.append(little: UInt16(members.count))
        end.append(little: UInt16(members.count))
        end.append(little: UInt32(directory.count))
        end.append(little: start)
        end.append(little: UInt16(0))
        return file + directory + end
    }

    /// With names of at most 100 bytes.
    ///
    /// - Parameter links: names and targets.
    public static func tar(_ members: [Member], links: [(String, String)] = []) -> Data {
        var file = Data()
        for member in members {
            file += header(member.name, member.bytes.count, kind: member.name.last == 0x2F ? "5" : "0")
            file += member.bytes
            file += Data(count: (512 - member.bytes.count % 512) % 512)
        }
        for (name, target) in links { file += header(Array(name.utf8), 0, kind: "2", target: target) }
        return file + Data(count: 1024)
    }

    /// - Parameter size: the size in the header.
    public static func header(
        _ name: [UInt8], _ size: Int, kind: Character = "0", target: String = ""
    ) -> Data {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ bytes: some Sequence<UInt8>, at place: Int) {
            for (offset, byte) in bytes.enumerated() { block[place + offset] = byte }
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = String(value, radix: 8)
            return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
        }
        put(name.prefix(100), at: 0)
        put(octal(0o644, 7), at: 100)
        put(octal(size, 11), at: 124)
        put(octal(0, 11), at: 136)
        put(Array("        ".utf8), at: 148)
        put("\(kind)".utf8, at: 156)
        put(target.utf8.prefix(100), at: 157)
        put("ustar\u{0}00".utf8, at: 257)
        put(octal(block.reduce(0) { $0 + Int($1) }, 6) + [0, 0x20], at: 148)
        return Data(block)
    }

    /// One member of a gzip file, with the bytes stored uncompressed.
    public static func gzip(_ bytes: Data) -> Data {
        var file = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            file.append(rest.isEmpty ? 1 : 0)
            file.append(little: UInt16(block.count))
            file.append(little: ~UInt16(block.count))
            file += block
        } while !rest.isEmpty
        file.append(little: crc32(bytes))
        file.append(little: UInt32(bytes.count))
        return file
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }

    private static func crc32(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 255)] }
    }
}

extension Data {
    fileprivate mutating func append(little number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
