// Folders for unfinished work.
import Foundation
import TestSupport
import Testing

@testable import Books

struct LockedFolderTests {
    @Test func `what a killed process left in the folder for temporary files goes, and not what is in use`()
        throws
    {
        let held = try LockedFolder.scratch()
        defer { held.remove() }
        let left = FileManager.default.temporaryDirectory.appending(path: "bookzone-scratch-left")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data("private".utf8).write(to: left.appending(path: "catalogue.sqlite"))
        let other = try LockedFolder.scratch()
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(held.path != other.path && FileManager.default.fileExists(atPath: held.path))
        other.remove()
        #expect(!FileManager.default.fileExists(atPath: other.path))
    }
}
