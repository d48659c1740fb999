// How the photos of one book are named.
import Books
import Output

extension PhotoRecord {
    /// The photo, or the first of a book's photos whole and the others by what differs: `box/IMG_1.jpg, IMG_2.jpg`. Of many
    /// the first and the last, and how many they are. Pages of one file or of standard input are counted: `-, pages 2 to 9`.
    var photoNames: String {
        guard let first = photos.first, let last = photos.last, photos.count > 1 else {
            return photo.shownPath
        }
        if photos.allSatisfy({ $0.photo == first.photo }) {
            return "\(first.photo.shownPath), pages \(first.page) to \(last.page)"
        }
        guard photos.count <= Self.mostNames else {
            return "\(first.pageName) … \(last.pageName(beside: first.photo)) (\(photos.count) photos)"
        }
        return ([first.pageName] + photos.dropFirst().map { $0.pageName(beside: first.photo) })
            .joined(separator: ", ")
    }

    private static let mostNames = 4

    /// With the page where it is not the photo's only or first one; for people.
    package var pageName: String { place.shown }

    private func pageName(beside other: String) -> String {
        PhotoPage(photo: Self.relative(photo, to: other), page: page).shown
    }

    /// By its name alone when it lies in the same folder as another.
    static func relative(_ path: String, to other: String) -> String {
        let (folder, name) = (other[..<other.nameStart], path.nameStart)
        return !folder.isEmpty && path[..<name] == folder ? String(path[name...]) : path
    }
}

extension PhotoPage {
    /// For people: with the page where it is not the first.
    var shown: String { page > 1 ? "\(photo.shownPath), page \(page)" : photo.shownPath }
}
