// A folder of a test's own, which goes when nobody holds it any more.
import Foundation

public final class TemporaryFolder: Sendable {
    public let url: URL
    public var path: String { url.path }

    /// - Parameter files: to begin with, by name; folders on the way to them are made.
    public init(_ files: [String: String] = [:]) throws {
        url = Self.newURL
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(Data(text.utf8), to: name) }
    }

    /// With copies of the files in `folder`.
    public init(copyOf folder: URL) throws {
        url = Self.newURL
        try FileManager.default.copyItem(at: folder, to: url)
    }

    private static var newURL: URL {
        FileManager.default.temporaryDirectory.appending(path: "bookzone-test-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> URL { url.appending(path: name) }

    /// Makes a file, and the folders on the way to it.
    ///
    /// - Returns: where it is.
    @discardableResult
    public func write(_ content: Data, to name: String) throws -> URL {
        let file = file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    /// `nil` when there is no such file.
    public func text(_ name: String) -> String? {
        (try? Data(contentsOf: file(name))).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A folder whose files take far longer to make than to copy.
public struct FolderTemplate: Sendable {
    private let made: Result<TemporaryFolder, any Error>

    /// - Parameter make: writes the files; its error is thrown by each `copy()`.
    public init(_ make: (TemporaryFolder) throws -> Void) {
        made = Result {
            let folder = try TemporaryFolder()
            try make(folder)
            return folder
        }
    }

    public func copy() throws -> TemporaryFolder { try TemporaryFolder(copyOf: made.get().url) }
}
