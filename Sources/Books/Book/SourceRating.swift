// How good many find a work, as a source sums them up.
import Foundation

/// What a source's readers say of a work in sum.
public struct SourceRating: Hashable, Sendable, Codable {
    /// A name for people: `Open Library`.
    public var source: String
    /// 0…5.
    public var average: Double
    public var count: Int
    public var date: Date

    public init(source: String, average: Double, count: Int, date: Date = .now) {
        self.source = source
        self.average = average
        self.count = count
        self.date = date
    }
}
