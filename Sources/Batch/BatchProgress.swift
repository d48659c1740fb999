// The progress of a batch: inputs that were found, photos that are being read, and the next result to hand out.
// Inputs are numbered from 0.
import Books
import Reading

/// The photos that a batch is working on.
struct BatchProgress {
    /// How many inputs, per worker, may be found beyond the next result: the most that one slow photo can hold up.
    private static let windowPerWorker = 16

    private let window: Int
    /// How many photos may be downloaded, or wait for a worker, at that point.
    private let ahead: Int
    private var idle: [CachingReader]
    private var isFinding = false
    private var hasMore = true
    /// The number of the next input to find, and of the next result to hand out.
    private var next = 0
    private var due = 0
    private var done: [Int: PhotoOutcome] = [:]

    /// A photo that waits for a worker; until it has one, no more inputs are looked for.
    var found: (place: Int, photo: Photo)?
    var fetching = 0
    private var fetched: [(place: Int, photo: Photo)] = []

    init(_ workers: [CachingReader], ahead: Int) {
        window = Self.windowPerWorker * workers.count
        idle = workers
        self.ahead = ahead
    }

    /// The next photo and the worker to read it; `nil` if there is no photo or no free worker.
    mutating func nextToRead() -> (place: Int, photo: Photo, worker: CachingReader)? {
        guard !fetched.isEmpty || found != nil, let worker = idle.popLast() else { return nil }
        let next = fetched.isEmpty ? found.take() : fetched.removeFirst()
        return next.map { ($0.place, $0.photo, worker) }
    }

    /// Whether to look for more inputs now.
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

    /// Returns the number of the next input.
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

    /// The outcome of the next input in order; `nil` if it is not available yet.
    mutating func nextDue() -> PhotoOutcome? {
        guard let outcome = done.removeValue(forKey: due) else { return nil }
        due += 1
        return outcome
    }
}
