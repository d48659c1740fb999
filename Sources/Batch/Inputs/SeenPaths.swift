// Which paths came before: a photo that is named twice, or named and in a folder that is named too, is one photo.
import Reading

/// Remembers paths by hashes of eight bytes, so that a hundred thousand take little.
struct SeenPaths {
    private var hashes: Set<Int> = []
    /// With a slash at its end, to make relative paths absolute; empty where it can't be told.
    private let folder: [UInt8]

    /// - Parameter folder: the path of the working folder.
    init(from folder: String) {
        self.folder = Array(folder.utf8) + [Self.slash]
    }

    /// Whether a path comes for the first time, however it is written: `a.jpg`, `./a.jpg`, `/box//a.jpg`; an address, however it
    /// is signed.
    @discardableResult
    mutating func insert(_ path: PhotoPath) -> Bool { hashes.insert(hash(path)).inserted }

    /// Whether it came before.
    func holds(_ path: PhotoPath) -> Bool { hashes.contains(hash(path)) }

    private func hash(_ path: PhotoPath) -> Int {
        if path.address != nil { return path.name.hashValue }
        let bytes = path.bytes.first == Self.slash ? path.bytes : folder + path.bytes
        return bytes.split(separator: Self.slash).filter { !$0.elementsEqual(".".utf8) }.hashValue
    }

    private static let slash = UInt8(ascii: "/")
}
