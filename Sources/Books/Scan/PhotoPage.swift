// How a page of a photo is named.

/// One page of one photo.
public struct PhotoPage: Hashable, Sendable, Codable {
    /// The path exactly as given; `-` for standard input.
    public var photo: String
    /// Counts from 1.
    public var page: Int

    public init(photo: String, page: Int) {
        self.photo = photo
        self.page = page
    }
}

extension PhotoRecord {
    /// What names it.
    package var place: PhotoPage { PhotoPage(photo: photo, page: page) }
}
