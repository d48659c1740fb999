// What a scan makes for people to look at: it gets each result when it is printed, with what is known of its books.
import Books
import Catalogue
import Lookup
import Reporting
import RunReport
import Scanning
import Workers

/// A run's report and annotated photos, as far as they were asked for.
struct RunPictures: Sendable {
    private let keeper = PhotoKeeper()
    private let folders: PictureOptions
    private let report: ReportMaker?
    private let annotator: Annotator?

    /// - Throws: `Refusal` where a folder can't be taken.
    init(_ folders: PictureOptions, workers: ForkServer, jobs: Int) throws {
        self.folders = folders
        // A picture takes a tenth of the time that reading takes.
        let makers = max(1, jobs / 4)
        report = try folders.report.map { try Self.maker($0, workers, jobs: makers) }
        annotator = try folders.annotate.map { folder in
            guard Annotator.isPossible else {
                throw Refusal(
                    "--annotate needs Pango to draw titles; install it (Debian's libpangocairo-1.0-0)",
                    .outputFailed)
            }
            return try Self.opened(folder) { path throws(OutputError) in
                try Annotator(path, workers: Self.made(makers, workers))
            }
        }
    }

    static func maker(_ folder: String, _ workers: ForkServer, jobs: Int) throws -> ReportMaker {
        try opened(folder) { path throws(OutputError) in
            try ReportMaker(path, workers: made(jobs, workers))
        }
    }

    private static func made(_ count: Int, _ workers: ForkServer) -> [PhotoWorker] {
        (0..<count).map { _ in PhotoWorker(workers) }
    }

    private static func opened<Maker>(
        _ folder: String, _ open: (String) throws(OutputError) -> Maker
    ) throws -> Maker {
        do throws(OutputError) {
            return try open(folder)
        } catch {
            if case .occupied = error { throw Refusal(error.message.printable, .usage) }
            throw error
        }
    }

    /// The same readers, whose photos stay at hand until their pictures are made.
    func keeping(_ readers: [PhotoWorker]) -> [any PhotoReader] {
        readers.map { KeepingReader($0, keeper: keeper) }
    }

    func take(
        _ result: ScanResult, answers: LookupAnswers, named: [PhotoPage: BookCard]
    ) async throws(OutputError) {
        let records: [PhotoRecord]
        let photo: Photo?
        switch result {
        case .skipped, .known: return
        case .photo(let pages):
            // What the store knew was not read, but lies where its record says.
            (records, photo) = (pages, pages.first.flatMap { keeper.take($0) ?? $0.file })
        case .recorded(let record, let place): (records, photo) = ([record], record.photo(at: place))
        }
        let shown = ShownPhoto(
            records, photo: photo, titles: answers.compactMapValues { $0.card?.book.words },
            named: named.compactMapValues { $0.book.words })
        try await report?.take(shown)
        try await annotator?.take(shown)
    }

    func finish() async throws(OutputError) {
        try await report?.finish()
        try await annotator?.finish()
    }

    /// Where to look, a line each.
    var words: [String] {
        get async {
            var lines = folders.report.map { ["to look at: \($0)/index.html"] } ?? []
            if let folder = folders.annotate, let annotator {
                let (copied, missing) = await (annotator.copied, annotator.missing)
                lines.append(
                    "\(copied.counted("annotated photo")) in \(folder)"
                        + (missing > 0 ? "; \(missing) could not be drawn on" : ""))
            }
            return lines
        }
    }
}

extension PhotoRecord {
    /// The photo that a record is of; `nil` for one of standard input.
    var file: Photo? { photo == "-" ? nil : Photo(at: PhotoPath(photo)) }

    /// The same for a record of an earlier run.
    func photo(at place: RecordPlace) -> Photo? { photo == "-" ? nil : located(from: place).file }
}

extension Book {
    /// Title and makers in a line; `nil` for a book without a title.
    var words: String? { title == nil ? nil : [heading, byline].compactMap(\.self).joined(separator: ", ") }
}
