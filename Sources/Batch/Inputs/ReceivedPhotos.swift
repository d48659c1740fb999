// Photos that a server received: open files that have no path any more, each with the name that the client gave it.
import Documents
import Foundation
import Reading

/// A regular file that was received.
package struct ReceivedFile: Sendable {
    /// As its record names it; `-` if the client gave no name.
    package var name: String
    /// Must stay open until its photos have been read.
    package var descriptor: Int32

    package init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Whether it contains photos.
    package var isArchive: Bool { path.archiveFormat.map { $0 != .gzip } ?? false }

    /// Each time it is opened, it has a position of its own.
    package var path: PhotoPath { PhotoPath("/proc/self/fd/\(descriptor)") }
}

/// The photos in received files, and in the ZIP and TAR archives among them.
///
/// Members are unpacked only when they are read, so that waiting requests take little memory.
package struct ReceivedPhotos: Sendable {
    let inputs: [PhotoInput]

    /// There are more photos than allowed in one request.
    package struct TooMany: Error {}

    /// Lists archives, which blocks.
    package init(
        _ files: [ReceivedFile], most: Int, grouping: PhotoGrouping?, archives: any ArchiveOpener
    ) throws(TooMany) {
        let rules = WalkRules(PathSelection(), grouping, archives: archives)
        var inputs: [PhotoInput] = []
        for file in files {
            guard file.isArchive else {
                inputs.append(.photo(Photo(name: file.name, content: .file(file.path), isSeen: true)))
                continue
            }
            var walk = ArchiveWalk(FoundArchive(path: PhotoPath(file.name), file: file.path), rules)
            while let input = walk.next() {
                inputs.append(input)
                if inputs.count > most { throw TooMany() }
            }
        }
        if inputs.count > most { throw TooMany() }
        self.inputs = rules.keys.areSorted ? rules.keys.sorted(inputs) : inputs
    }

    package var count: Int { inputs.count }
}
