// The photos of a corpus grouped by book, to compare the results of several photos of a book with those of single
// ones.
import Batch
import Books
import Reading
import Synchronization

/// A book of a corpus, with the results of its photos alone and together.
package struct ScoredBook: Sendable {
    /// As if each photo's answer were the book's: right if one is, misread if one is.
    package var alone: ScoredPage
    package var together: ScoredPage
}

extension PhotoCorpus {
    /// Reads every photo and answers once per book; `progress` is called with the number of photos done.
    package func books(
        options: ScanOptions, jobs: Int, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(ScanError) -> [ScoredBook] {
        let truths = Dictionary(grouping: truths, by: \.bookName)
        let names = truths.keys.sorted()
        var books: [String: String] = [:]
        var paths: [PhotoPath] = []
        for name in names {
            for photo in Set(truths[name, default: []].map(\.page.photo)).sorted() {
                let path = "\(folder)/\(photo)"
                books[path] = name
                paths.append(PhotoPath(path))
            }
        }
        let bookNames = books
        let batch = try ScanBatch(
            .paths(paths), options: options, jobs: jobs, grouping: .books(bookNames))
        let run = Mutex((records: [String: PhotoRecord](), done: 0))
        await batch.run { result in
            guard case .book(let record, let photos) = result, let name = bookNames[record.photo] else {
                return
            }
            let done = run.withLock { run in
                run.records[name] = record
                run.done += photos
                return run.done
            }
            progress(done)
        }
        let records = run.withLock { $0.records }
        return names.compactMap { name in
            guard let record = records[name], let truth = PhotoTruth(book: name, truths[name, default: []])
            else { return nil }
            var alone = Answer()
            for photo in record.photos { alone.add(Answer(photo)) }
            return ScoredBook(
                alone: ScoredPage(truth: truth, answer: alone, readers: options.readers),
                together: ScoredPage(truth: truth, answer: Answer(record), readers: options.readers))
        }
    }
}

extension PhotoTruth {
    /// A photo without a book is the only one of its book.
    fileprivate var bookName: String { book.isEmpty || book == "-" ? page.photo : book }

    /// The truth of a book: everything that any of its photos shows.
    fileprivate init?(book: String, _ photos: [PhotoTruth]) {
        guard let first = photos.first(where: { !$0.isbns.isEmpty }) ?? photos.first else { return nil }
        self = first
        page = PhotoPage(photo: photos.count == 1 ? first.page.photo : book, page: 1)
        klass = photos.count == 1 ? "one photo" : "several photos"
        for photo in photos {
            isbns += photo.isbns.filter { !isbns.contains($0) }
            if photo.legibility == .full { legibility = .full }
        }
    }
}
