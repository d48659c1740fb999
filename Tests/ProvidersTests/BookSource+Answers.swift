// The final answers of a source.
import Books
import Synchronization

@testable import Providers

extension BookSource {
    /// The last answer for each.
    func answers(to isbns: [ISBN]) async -> [ISBN: SourceAnswer] {
        let answers = Mutex<[ISBN: SourceAnswer]>([:])
        await lookUp(isbns) { isbn, answer in answers.withLock { $0[isbn] = answer } }
        return answers.withLock(\.self)
    }
}
