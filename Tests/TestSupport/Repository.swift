// Where this checkout is: tests look at its documents and photos.
import Foundation

public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    /// The content of a file, by its path from the root.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
