// Whether a file is the one that an interrupted run was reading.
import Foundation

struct InputIdentity: Hashable, Codable, Sendable {
    /// From the root; `-` for standard input.
    var path: String
    /// `nil` for a pipe.
    var size: UInt64?
    var date: Date?
    /// Of the first bytes, unpacked (FNV-1a): all that is known of a pipe.
    var head: UInt64

    static let headBytes = 1 << 16

    init(path: String, size: UInt64?, date: Date?, head: [UInt8]) {
        self.path = path == "-" ? path : URL(filePath: path).standardizedFileURL.path
        self.size = size
        self.date = date
        self.head = head.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
