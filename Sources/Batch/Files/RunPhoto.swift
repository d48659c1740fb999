// The photos of a results file, one after another, each with all that the run found in it.
import Books
import Foundation
import Output
import Reading

/// A photo with what its records say.
package struct RunPhoto: Sendable {
    /// As its records name it.
    package var name: String
    package var sha256: String?
    /// One per page; of a photo of a book, the book's result for this photo.
    package var records: [PhotoRecord]
    /// The books in its records, if the run looked them up.
    package var books: [Book]
    /// Its file's, if `FILE.run` has it.
    var stamp: FileStamp?

    /// The file that was read.
    package var file: FileAsRead { FileAsRead(stamp: stamp, sha256: sha256) }

    /// The book to name the photo by.
    package enum Answer: Equatable, Sendable {
        case book(BookSpecifier)
        /// It shows several, and none is marked as the photo's own.
        case several
        case none(ScanStatus)
    }

    /// Among several numbers, a file's own is used only if a reviewer or the file itself says so: the printed order
    /// of the numbers on an imprint is not enough to name a photo by.
    package var answer: Answer {
        guard let verdict = records.verdict,
            records.allSatisfy({ $0.status == verdict || $0.status == .none })
        else { return .none(.uncertain) }
        let chosen = Set(records.compactMap(\.chosenBook))
        if verdict == .none, chosen.count == 1, let book = chosen.first { return .book(.id(book.id)) }
        guard verdict == .found else { return .none(verdict) }
        let own = records.compactMap { record -> Set<ISBN>? in
            guard let first = record.isbns.first else { return nil }
            return first.isNamed ? [first.isbn] : Set(record.isbns.map(\.isbn))
        }
        let all = own.reduce(into: Set()) { $0.formUnion($1) }
        return all.count == 1 ? all.first.map { .book(.isbn($0)) } ?? .several : .several
    }
}

extension ISBNReading {
    /// Whether it is marked as the own number among those of its record.
    fileprivate var isNamed: Bool {
        reason == Self.confirmed
            || (reason != nil && witnesses.contains { !WitnessReader.ofPictures.contains($0.reader) })
    }
}

/// Reads the photos of a results file. Throws `noRecord` at a line that is not a record.
struct RunPhotos {
    private struct Line: Decodable {
        private enum CodingKeys: String, CodingKey { case books }

        var record: PhotoRecord
        var books: [Book]

        init(from decoder: any Decoder) throws {
            record = try PhotoRecord(from: decoder)
            let line = try decoder.container(keyedBy: CodingKeys.self)
            books = try line.decodeIfPresent([RecordedBook].self, forKey: .books)?.map(\.book) ?? []
        }
    }

    private let name: String
    private var lines: DecodedLines<Line>
    private var number = 0
    /// The photos of the last line read.
    private var ahead: [RunPhoto] = []

    init(_ descriptor: Int32, name: String) {
        self.name = name
        lines = DecodedLines(LineFile(descriptor, name: name)) { bytes in
            try? JSONDecoder().decode(Line.self, from: Data(bytes))
        }
    }

    /// `nil` at the end.
    mutating func next() throws -> RunPhoto? {
        while ahead.count < 2, let (line, read) = try lines.next() {
            number += 1
            if line.bytes.isBlankLine { continue }
            guard let read else { throw JournalError.noRecord(name, line: number) }
            for record in read.record.byPhoto { add(record, read.books) }
        }
        return ahead.isEmpty ? nil : ahead.removeFirst()
    }

    /// Pages of the same photo follow each other.
    private mutating func add(_ record: PhotoRecord, _ books: [Book]) {
        if let last = ahead.last, last.name.utf8.elementsEqual(record.photo.utf8) {
            ahead[ahead.count - 1].records.append(record)
            ahead[ahead.count - 1].books += books
        } else {
            ahead.append(
                RunPhoto(name: record.photo, sha256: record.sha256, records: [record], books: books))
        }
    }
}

extension String {
    /// The path of a record's photo from the working folder: relative to the folder of the results file if the photo
    /// exists there, because results are usually next to the photos.
    package func located(beside file: String) -> String {
        let folder = file[..<file.nameStart]
        if folder.isEmpty || hasPrefix("/") || self == "-" || PhotoAddress(self) != nil { return self }
        let path: String = folder + self
        return PhotoPath(path).exists ? path : self
    }
}

extension PhotoPath {
    /// The path of the archive that contains the photo, or of an archive that failed itself.
    package static func archive(of name: String) -> String? {
        let path = PhotoPath(name)
        return path.archived?.archive.name ?? (path.archiveFormat == nil ? nil : name)
    }
}
