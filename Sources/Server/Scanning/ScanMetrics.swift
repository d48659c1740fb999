#if Server
// Metrics of the photos that were read, for Prometheus (text-based exposition format 0.0.4).
import Books
import Synchronization

/// Counted since the program's start.
final class ScanMetrics: Sendable {
    private struct Counts {
        var photos: [ScanStatus: Int] = [:]
        /// By the upper bounds `bounds`; cumulative.
        var buckets = [Int](repeating: 0, count: ScanMetrics.bounds.count)
        var seconds = 0.0
        var refused = 0
    }

    /// The upper bounds of the histogram, in seconds for each photo.
    fileprivate static let bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

    private let counts = Mutex(Counts())

    /// - Parameter pages: the records of one photo.
    func count(_ pages: [PhotoRecord], seconds: Double) {
        counts.withLock { counts in
            counts.photos[pages.verdict ?? .failed, default: 0] += 1
            counts.seconds += seconds
            for (place, bound) in Self.bounds.enumerated() where seconds <= bound {
                counts.buckets[place] += 1
            }
        }
    }

    /// Counts a request that was rejected because of the limits.
    func countRefused() { counts.withLock { $0.refused += 1 } }

    /// - Parameters:
    ///   - waiting: the number of photos in the queue.
    ///   - requests: the number of requests under way.
    func text(waiting: Int, requests: Int) -> String {
        let counts = counts.withLock(\.self)
        let all = counts.photos.values.reduce(0, +)
        var lines = Self.head("bookzone_photos_total", "counter", "Photos read, by outcome.")
        lines += ScanStatus.allCases.map {
            "bookzone_photos_total{status=\"\($0.rawValue)\"} \(counts.photos[$0] ?? 0)"
        }
        let name = "bookzone_photo_seconds"
        lines += Self.head(name, "histogram", "Seconds of a worker for a photo.")
        lines += zip(Self.bounds, counts.buckets).map { "\(name)_bucket{le=\"\($0)\"} \($1)" }
        lines += [
            "\(name)_bucket{le=\"+Inf\"} \(all)", "\(name)_sum \(counts.seconds)", "\(name)_count \(all)",
        ]
        lines += Self.head("bookzone_queue_length", "gauge", "Photos that wait for a worker.")
        lines.append("bookzone_queue_length \(waiting)")
        lines += Self.head("bookzone_requests", "gauge", "Requests under way.")
        lines.append("bookzone_requests \(requests)")
        lines += Self.head("bookzone_requests_refused_total", "counter", "Requests answered with 429.")
        lines.append("bookzone_requests_refused_total \(counts.refused)")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
}
#endif
