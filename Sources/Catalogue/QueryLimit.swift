// A time limit for queries that users type.
import Books
internal import GRDB
import GRDBSQLite

/// Limits the time of a task's reads from a store, and ends them if the task is cancelled.
public struct QueryLimit: Sendable {
    /// The current task's limit; `nil` if there is none.
    @TaskLocal public static var current: QueryLimit?

    /// The deadline for all reads of the task.
    private let end: ContinuousClock.Instant
    /// How many steps of SQLite's virtual machine run between two checks of the clock.
    private let interval: Int32
    private let isUnwanted: @Sendable () -> Bool

    /// - Parameters:
    ///   - duration: from now on.
    ///   - isUnwanted: called every few milliseconds; `true` ends the read like a cancelled task.
    public init(
        _ duration: Duration, interval: Int32 = 10_000,
        isUnwanted: @escaping @Sendable () -> Bool = { false }
    ) {
        end = .now + duration
        self.interval = interval
        self.isUnwanted = isUnwanted
    }

    private var isOver: Bool { ContinuousClock.now > end || isUnwanted() }

    /// Called by SQLite's progress handler.
    private final class Watch {
        let isOver: () -> Bool

        init(isOver: @escaping () -> Bool) { self.isOver = isOver }
    }

    /// Checks the limit before an SQLite step that takes long and can't be interrupted.
    ///
    /// - Throws: the error of an interrupted statement, if the time is over or the task was cancelled.
    func check() throws {
        if isOver || Task.isCancelled { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
    }

    /// Runs `body`, whose statements fail with `SQLITE_INTERRUPT` after the deadline.
    func during<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try withUnsafeCurrentTask { task in
            let watch = Watch { isOver || task?.isCancelled == true }
            return try withExtendedLifetime(watch) {
                sqlite3_progress_handler(
                    db.sqliteConnection, interval,
                    { context in
                        guard let context else { return 0 }
                        return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
                    }, Unmanaged.passUnretained(watch).toOpaque())
                defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
                return try body()
            }
        }
    }
}

extension Database {
    /// Within the limit of the current task, if it has one.
    func limited<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let limit = QueryLimit.current else { return try body(self) }
        return try limit.during(self) { try body(self) }
    }
}
