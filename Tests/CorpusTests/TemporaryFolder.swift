// A folder of a test's own.
import Foundation

final class TemporaryFolder {
    let path: String

    /// Holds these files, by name.
    init(_ files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "corpus-\(UUID().uuidString)").path
        for (name, text) in files {
            let file = URL(filePath: path).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
