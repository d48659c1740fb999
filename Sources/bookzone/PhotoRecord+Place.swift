// Where the photo of an earlier run's record is now: its path is that of the folder in which the run was.
import Batch
import Books
import Foundation
import Reading

extension PhotoRecord {
    /// With paths that lead to its photos from here, where they do: results mostly lie where they were made.
    func located(from place: RecordPlace) -> PhotoRecord {
        let folder = place.file[..<place.file.nameStart]
        if folder.isEmpty { return self }
        return renamed { photo in
            if photo.hasPrefix("/") || photo == "-" || PhotoAddress(photo) != nil { return photo }
            let path: String = folder + photo
            return PhotoPath(path).exists ? path : photo
        }
    }
}
