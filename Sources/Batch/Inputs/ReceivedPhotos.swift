// What a server was sent: open files that have no path any more, each with the name that its sender gave it.
import Documents
import Foundation
import Reading

/// An ordinary file that was received.
package struct ReceivedFile: Sendable {
    /// As its record calls it; `-` where its sender gave no name.
    package var name: String
    /// Open until its photos are read.
    package var descriptor: Int32

    package init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Whether there are photos in it.
    package var isArchive: Bool { path.archiveFormat.map { $0 != .gzip } ?? false }

    /// Whoever opens it has a place of their own in it.
    fileprivate var path: PhotoPath { PhotoPath("/proc/self/fd/\(descriptor)") }
}

/// The photos in received files, and in the ZIP and TAR archives among these.
///
/// None is unpacked before it is read, so that many requests may wait.
package struct ReceivedPhotos: Sendable {
    let inputs: [PhotoInput]

    /// There are more photos than are read for one request.
    package struct TooMany: Error {}

    /// Looks into archives, which blocks.
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
