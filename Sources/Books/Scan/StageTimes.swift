// Where the time of a photo goes: what makes one slow is what to mend first.

/// Milliseconds that one page spent in each stage.
public struct StageTimes: Hashable, Codable, Sendable {
    /// From the file's bytes to an upright grey picture.
    public var decode = 0.0
    /// Looking for bars and decoding them.
    public var bars = 0.0
    /// Finding lines of text.
    public var lines = 0.0
    /// Cutting lines out and reading them.
    public var ocr = 0.0

    public init() {}

    package static func += (sum: inout StageTimes, more: StageTimes) {
        sum.decode += more.decode
        sum.bars += more.bars
        sum.lines += more.lines
        sum.ocr += more.ocr
    }
}
