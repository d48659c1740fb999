// What a run hands on of one photo, for a person to look at.
import Books
import Reading

/// A photo with all that was said of it.
package struct ShownPhoto: Sendable {
    /// One a page.
    package var records: [PhotoRecord]
    /// Where its pixels are; `nil` where they are gone.
    package var photo: Photo?
    /// Title and makers of the books whose ISBNs it shows or may show, where they are known.
    package var titles: [ISBN: String]
    /// The same of the books without an ISBN that a person said its pages show.
    package var named: [PhotoPage: String]

    package init(
        _ records: [PhotoRecord], photo: Photo?, titles: [ISBN: String] = [:],
        named: [PhotoPage: String] = [:]
    ) {
        self.records = records
        self.photo = photo
        self.titles = titles
        self.named = named
    }

    /// Which page of the photo's file a record is of: records of standard input count the pages of all its photos.
    func page(of record: PhotoRecord) -> Int {
        guard record.photo == PhotoPath.standardInput.name, photo?.isDocument != true else {
            return record.page
        }
        return (records.firstIndex { $0.page == record.page } ?? 0) + 1
    }
}
