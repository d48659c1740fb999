// The path of this checkout and of data beside it.
import Foundation

public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    /// Data and photos that are not part of the project; may be missing.
    public static let shared = root.appending(path: "../shared").standardized

    /// The contents of a file, by its path from the root.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
