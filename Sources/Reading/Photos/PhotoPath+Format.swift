// Whether there is a photo at a path, or an archive of them, by its content.

extension PhotoPath {
    /// `false` also where nothing can be read.
    package var holdsAPhoto: Bool {
        guard status?.isFile == true, let file = try? InputFile(opening: self) else { return false }
        var head: [UInt8] = []
        guard (try? file.read(upTo: FileHead.length, into: &head)) != nil else { return false }
        return FileHead.isReadable(head) || archiveFormat(of: head) != nil
    }
}
