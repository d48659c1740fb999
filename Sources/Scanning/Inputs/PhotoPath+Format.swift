// Whether there is a photo at a path, by its content.
import Imaging

extension PhotoPath {
    /// `false` also where nothing can be read.
    package var holdsAPhoto: Bool {
        guard status?.isFile == true, let file = try? InputFile(opening: self) else { return false }
        var head: [UInt8] = []
        guard (try? file.read(upTo: PhotoFormat.signatureLength, into: &head)) != nil else { return false }
        return PhotoFormat(of: head) != nil
    }
}
