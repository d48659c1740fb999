// With what the record of a book was made: with what its photos were read, and how they were told to be one book's.
import Reading

extension ScanOptions {
    /// What records of books have as `settings`, or of photos where there is no grouping.
    package func fingerprint(model: String?, _ grouping: PhotoGrouping?) -> String {
        let photos = fingerprint(model: model)
        return grouping?.settings(ofPhotos: photos) ?? photos
    }
}

extension PhotoGrouping {
    /// What records of books have as `settings`, by those of their photos.
    func settings(ofPhotos photos: String) -> String { ScanOptions.fingerprint([photos, words]) }

    /// As it is given to `--group`.
    package var words: String {
        switch self {
        case .folder: "folder"
        case .name: "name"
        case .time(let gap): "time:\(gap)"
        case .pattern(let pattern): pattern
        case .books: "books"
        case .frames: "frames"
        }
    }
}
