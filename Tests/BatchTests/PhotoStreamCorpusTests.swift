// A stream of real photos is split into the same photos, byte for byte.
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Reading

struct PhotoStreamCorpusTests {
    private static let corpus = Repository.shared.appending(path: "corpus/dev").path

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: corpus),
            "needs ../shared/corpus/dev, which is not beside this checkout"))
    func `every photo comes out whole`() throws {
        var cursor = try InputCursor(.paths([PhotoPath(Self.corpus)]))
        var files: [String] = []
        while let input = cursor.next() {
            guard case .photo(let photo) = input,
                [".jpg", ".jpeg"].contains(where: photo.name.lowercased().hasSuffix)
            else { continue }
            files.append(photo.name)
        }
        #expect(files.count == 203)
        let cat = Process()
        cat.executableURL = URL(filePath: "/bin/cat")
        cat.arguments = files
        let pipe = Pipe()
        cat.standardOutput = pipe
        try cat.run()
        try pipe.fileHandleForWriting.close()
        let end = PhotoPath("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        var stream = PhotoStream(try InputFile(opening: end))
        for file in files {
            #expect(try stream.next()?.bytes() == Array(Data(contentsOf: URL(filePath: file))), "\(file)")
        }
        #expect(try stream.next()?.bytes() == nil)
    }
}
