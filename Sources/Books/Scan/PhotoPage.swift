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

    /// By the bytes of the path.
    public static func == (one: PhotoPage, other: PhotoPage) -> Bool {
        one.page == other.page && one.photo.isSamePath(as: other.photo)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(page)
        var photo = photo
        photo.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private enum CodingKeys: String, CodingKey {
        case photo, page
        case escapedPhoto = "photo_escaped"
    }

    public init(from decoder: any Decoder) throws {
        let place = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            photo: try place.decodePhoto(.photo, escaped: .escapedPhoto),
            page: try place.decode(Int.self, forKey: .page))
    }

    public func encode(to encoder: any Encoder) throws {
        var place = encoder.container(keyedBy: CodingKeys.self)
        try place.encode(photo.withoutStandIns, forKey: .photo)
        try place.encode(photo.escapedPath, forKey: .escapedPhoto)
        try place.encode(page, forKey: .page)
    }
}

extension PhotoRecord {
    /// The title that identifies it.
    package var place: PhotoPage { PhotoPage(photo: photo, page: page) }
}
