// Writing without waiting for long.
package import GRDB
import Synchronization

/// What a store's writer does, which all views of the store share.
final class WriterState: Sendable {
    /// Whether it rewrites the whole file.
    let isRewriting = Atomic(false)
    let hasBackgroundWrite = Atomic(false)
}

extension Store {
    /// Whether `clearPageGaps` is at work, for which all other writing waits.
    public var isBeingRewritten: Bool { writer.isRewriting.load(ordering: .relaxed) }

    /// Runs `body` in a transaction when the writer is free, without waiting for it. Left out if another such change still
    /// waits, or the store is in use by another program.
    package func writeInBackground(_ body: @escaping @Sendable (Database) throws -> Void) {
        let writer = writer
        guard !isReadOnly, !writer.hasBackgroundWrite.exchange(true, ordering: .relaxed) else { return }
        database.asyncWriteWithoutTransaction { db in
            try? db.inTransaction(.immediate) {
                try body(db)
                return .commit
            }
            writer.hasBackgroundWrite.store(false, ordering: .relaxed)
        }
    }
}
