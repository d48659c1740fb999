// How far a batch is: what was found, what is being read, and which result is due. Places count the inputs from 0.
import Books
import Reading

/// The photos that are under way in a batch.
struct BatchProgress {
    /// How many inputs may be ahead of the one that is due, for each worker: what one slow photo holds up.
    private static let windowPerWorker = 16

    private let window: Int
    /// How many photos may be fetched, or wait for a worker then.
    private let ahead: Int
    private var idle: [CachingReader]
    private var isFinding = false
    private var hasMore = true
    /// The place of the next input that is found, and of the next result that is handed out.
    private var next = 0
    private var due = 0
    private var done: [Int: PhotoOutcome] = [:]

    /// A photo that waits for a worker; no further input is looked for until it has one.
    var found: (place: Int, photo: Photo)?
    var fetching = 0
    private var fetched: [(place: Int, photo: Photo)] = []

    init(_ workers: [CachingReader], ahead: Int) {
        window = Self.windowPerWorker * workers.count
        idle = workers
        self.ahead = ahead
    }

    /// A photo and the worker that is to read it; `nil` where one of them is not there.
    mutating func nextToRead() -> (place: Int, photo: Photo, worker: CachingReader)? {
        guard !fetched.isEmpty || found != nil, let worker = idle.popLast() else { return nil }
        let next = fetched.isEmpty ? found.take() : fetched.removeFirst()
        return next.map { ($0.place, $0.photo, worker) }
    }

    /// Whether the next inputs are to be looked for.
    mutating func beginFinding() -> Bool {
        guard hasMore, !isFinding, found == nil, fetching + fetched.count < ahead, next - due < window else {
            return false
        }
        isFinding = true
        return true
    }

    mutating func endFinding(hasMore: Bool) {
        isFinding = false
        self.hasMore = hasMore
    }

    /// Returns the place of the next input.
    mutating func begin() -> Int {
        defer { next += 1 }
        return next
    }

    mutating func endFetching(_ photo: Photo, at place: Int) {
        fetching -= 1
        fetched.append((place, photo))
    }

    mutating func endReading(_ place: Int, _ outcome: PhotoOutcome, by worker: CachingReader) {
        idle.append(worker)
        finish(place, outcome)
    }

    mutating func finish(_ place: Int, _ outcome: PhotoOutcome?) { done[place] = outcome }

    /// The outcome of the input whose turn it is; `nil` where that is not there yet.
    mutating func nextDue() -> PhotoOutcome? {
        guard let outcome = done.removeValue(forKey: due) else { return nil }
        due += 1
        return outcome
    }
}
