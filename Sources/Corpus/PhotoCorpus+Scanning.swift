// Our own answers, by the way that `bookzone scan` goes.
import Batch
import Books
import Reading
import Synchronization

extension PhotoCorpus {
    /// Reads every photo, several at a time; `progress` is told how many are done.
    package func answers(
        options: ScanOptions, jobs: Int, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(ScanError) -> Answers {
        let photos = Dictionary(
            photos.map { ("\(folder)/\($0)", $0) }, uniquingKeysWith: { first, _ in first })
        let paths = self.photos.map { PhotoPath("\(folder)/\($0)") }
        let batch = try ScanBatch(.paths(paths), options: options, jobs: jobs)
        let run = Mutex((answers: Answers(to: self), done: 0))
        await batch.run { result in
            guard case .photo(let records) = result else { return }
            let done = run.withLock { run in
                for record in records {
                    guard let photo = photos[record.photo] else { continue }
                    run.answers.add(Answer(record), for: PhotoPage(photo: photo, page: record.page))
                }
                run.done += 1
                return run.done
            }
            progress(done)
        }
        return run.withLock { $0.answers }
    }
}

extension Answer {
    init(_ record: PhotoRecord) {
        self.init(
            accepted: record.isbns.map(\.isbn), candidates: record.candidates.map(\.isbn),
            milliseconds: record.milliseconds, records: [record])
    }
}
