// Where this checkout is, and what may lie beside it: tests look at its documents and photos.
import Foundation

public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    /// Data and photos that are no part of the project; may be absent.
    public static let shared = root.appending(path: "../shared").standardized

    /// The content of a file, by its path from the root.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
