// The pictures of a scan: a report and annotated photos. Gets each result when it is printed, with its books.
import Batch
import Books
import Catalogue
import Formatting
import Lookup
import Output
import Reading
import RunReport
import Sandbox
import Translation

/// A run's report and annotated photos, if they were requested.
struct RunPictures: Sendable {
    private let retained = RetainedPhotos()
    private let folders: PictureOptions
    private let report: ReportMaker?
    private let annotator: Annotator?

    /// - Throws: `Refusal` if a folder can't be used.
    init(_ folders: PictureOptions, workers: ForkServer, jobs: Int) throws {
        self.folders = folders
        // A picture takes a tenth of the time of reading.
        let makers = max(1, jobs / 4)
        report = try folders.report.map { try Self.maker($0, workers, jobs: makers, in: .english) }
        annotator = try folders.annotate.map { folder in
            guard Annotator.isPossible else {
                throw Refusal(
                    "--annotate needs Pango to draw titles; install it (Debian's libpangocairo-1.0-0)",
                    .outputFailed)
            }
            try Self.check(folder)
            return try Annotator(folder, workers: PhotoWorker.workers(workers, jobs: makers))
        }
    }

    static func maker(
        _ folder: String, _ workers: ForkServer, jobs: Int, in language: Language
    ) throws -> ReportMaker {
        try check(folder)
        return try ReportMaker(folder, workers: PhotoWorker.workers(workers, jobs: jobs), in: language)
    }

    static func check(_ folder: String) throws {
        guard ResultFile.isNamedLikeAFile(folder) else { return }
        throw Refusal("\(folder.shownPath): is named like a file; give a folder for the pictures", .usage)
    }

    /// The same readers, with photos kept until their pictures are made.
    func keeping(_ readers: [PhotoWorker]) -> [any PhotoReader] {
        readers.map { RetainingReader($0, retained: retained) }
    }

    func take(_ result: ScanResult, _ books: ResultBooks) async throws(OutputError) {
        let titles = books.answers.compactMapValues { $0.card?.book.words }
        for (records, photo) in photos(of: result) {
            let words = result.named(books.named).compactMapValues { $0.book.words }
            let shown = ShownPhoto(
                records, photo: photo, titles: titles, named: words, covers: books.covers)
            try await report?.take(shown)
            try await annotator?.take(shown)
        }
    }

    /// The photos with their records, one per page. A photo that was cached is opened at the path in its record.
    private func photos(of result: ScanResult) -> [(records: [PhotoRecord], photo: Photo?)] {
        result.records.files.map { pages in
            if case .recorded(_, let place) = result { return (pages, pages[0].photo(at: place)) }
            return (pages, retained.take(pages[0]) ?? pages[0].file)
        }
    }

    func finish() async throws(OutputError) {
        try await report?.finish()
        try await annotator?.finish()
    }

    /// The paths of the results, one per line.
    var words: [String] {
        get async {
            var lines = folders.report.map { ["to look at: \("\($0)/index.html".shownPath)"] } ?? []
            if let folder = folders.annotate, let annotator {
                let (copied, missing) = await (annotator.copied, annotator.missing)
                lines.append(
                    "\(copied.counted("annotated photo")) in \(folder.shownPath)"
                        + (missing > 0 ? "; \(missing) could not be drawn on" : ""))
            }
            return lines
        }
    }
}

extension ScanResult {
    /// The book without an ISBN that a reviewer chose, for each of a book's photos.
    fileprivate func named(_ named: [PhotoPage: BookCard]) -> [PhotoPage: BookCard] {
        switch self {
        case .book(let record, _), .recorded(let record, _):
            let card = named[record.place]
            return Dictionary(record.single.compactMap { photo in card.map { (photo.place, $0) } }) { $1 }
        case .known, .passed, .photo, .repeated, .skipped: return named
        }
    }
}

extension [PhotoRecord] {
    /// The records of each photo, one per page.
    var files: [[PhotoRecord]] {
        flatMap(\.byPhoto).reduce(into: []) { files, page in
            if let last = files.last?.last, last.photo.isSamePath(as: page.photo), last.page < page.page {
                files[files.count - 1].append(page)
            } else {
                files.append([page])
            }
        }
    }
}

extension PhotoRecord {
    /// The photo of a record; `nil` for standard input.
    var file: Photo? { photo == "-" ? nil : Photo(at: PhotoPath(photo)) }

    /// The same for a record of an earlier run.
    func photo(at place: RecordPosition) -> Photo? { photo == "-" ? nil : located(from: place).file }
}

extension Book {
    /// Title and makers in one line; `nil` for a book without a title.
    var words: String? { title == nil ? nil : [heading, byline].compactMap(\.self).joined(separator: ", ") }
}
