// A library prints nothing, and neither do its C libraries, whatever is wrong with a photo.
import Books
import Foundation
import Reading
import TestSupport
import Testing

struct SilenceTests {
    /// In a process of its own, so that only its own output is captured.
    @Test func `damaged photos make no library print`() async throws {
        let outcome = try #require(
            await #expect(
                processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
            ) {
                let scanner = try PhotoScanner()
                for photo in try damaged() { _ = scanner.scan(photo, name: "") }
            })
        #expect(String(decoding: outcome.standardErrorContent, as: UTF8.self).isEmpty)
        #expect(String(decoding: outcome.standardOutputContent, as: UTF8.self).isEmpty)
    }
}

/// Photos of every format, cut off and with corrupted bytes, and valid ones that decoders print warnings about.
private func damaged() throws -> [Data] {
    let folder = Repository.root.appending(path: "testimages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var photos: [Data] = []
    for format in ["bmp", "gif", "heic", "jp2", "jpg", "png", "tif", "webp"] {
        let name = try #require(names.first { $0.hasSuffix(".\(format)") })
        let whole = try Data(contentsOf: folder.appending(path: name))
        photos.append(whole.prefix(whole.count * 2 / 3))
        for place in [40, whole.count / 3, whole.count / 2, whole.count - 40] {
            var photo = whole
            for byte in place..<place + 8 { photo[byte] ^= 0xFF }
            photos.append(photo)
        }
        var photo = whole
        switch format {
        case "jpg": photo.insert(contentsOf: Data(repeating: 0, count: 40), at: whole.count - 2)
        // After the header, a colour profile with a wrong checksum.
        case "png": photo.insert(contentsOf: Data("\0\0\0\u{4}iCCPnone\0\0\0\0".utf8), at: 33)
        default: continue
        }
        photos.append(photo)
    }
    return photos
}
