// A folder of a test's own.
import Foundation

/// Empty at first, and gone with its owner.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "bookzone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in it, whether there is one or not.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Makes a file, and the folders on the way to it.
    public func write(_ content: Data, to name: String) throws {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
    }

    /// `nil` when there is no such file.
    public func text(_ name: String) -> String? {
        (try? Data(contentsOf: url.appending(path: name))).map { String(decoding: $0, as: UTF8.self) }
    }
}
