// Paths of photos, on the disk and in archives.
import Foundation
import TestSupport
import Testing

@testable import Reading

struct PhotoPathTests {
    @Test func `a file has one name, whatever leads to it`() throws {
        let folder = try TemporaryFolder()
        let photo = try folder.write(Data("x".utf8), to: "p/1.jpg")
        let name = try #require(PhotoPath(photo.path).resolvedName)
        #expect(name.hasPrefix("/") && name.hasSuffix("/p/1.jpg"))
        #expect(PhotoPath("\(folder.path)/p/../p/./1.jpg").resolvedName == name)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "p")
        #expect(PhotoPath("\(folder.path)/link/1.jpg").resolvedName == name)
        let member = ArchiveFile.Member("a/2.jpg", Data("x".utf8))
        let archive = try folder.write(ArchiveFile.zip([member]), to: "p/box.zip")
        let box = try #require(PhotoPath(archive.path).resolvedName)
        #expect(PhotoPath("\(folder.path)/link/box.zip/a/2.jpg").resolvedName == "\(box)/a/2.jpg")
        for absent in ["-", "https://example.org/1.jpg", "\(folder.path)/2.jpg"] {
            #expect(PhotoPath(absent).resolvedName == nil)
        }
    }

    @Test func `a name that is not UTF-8 is kept`() throws {
        let folder = try TemporaryFolder()
        let path = PhotoPath(bytes: Array("\(folder.path)/".utf8) + [0x62, 0xFF])
        let descriptor = open(path.cString, O_WRONLY | O_CREAT, 0o666)
        try #require(descriptor >= 0)
        close(descriptor)
        let name = try #require(path.resolvedName)
        #expect(PhotoPath(name).exists && PhotoPath(name).bytes.suffix(2) == [0x62, 0xFF])
    }
}
