// Where the photo of an earlier run's record is now: its path is that of the folder in which the run was.
import Books
import Foundation
import Scanning

extension PhotoRecord {
    /// With a path that leads to the photo from here, where one does: results mostly lie where they were made.
    func located(from place: RecordPlace) -> PhotoRecord {
        guard let slash = place.file.lastIndex(of: "/"), !photo.hasPrefix("/"), photo != "-" else {
            return self
        }
        var record = self
        record.photo = place.file[...slash] + photo
        return PhotoPath(record.photo).exists ? record : self
    }
}
