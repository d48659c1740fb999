// A part of a photo as a command line gives it.
import ArgumentParser
import Reading

extension CropRegion: ExpressibleByArgument {
    /// `100,200,640,480`, `10%,20%,50%,30%` or a mixture.
    public init?(argument: String) {
        let lengths = argument.split(separator: ",", omittingEmptySubsequences: false).map(Length.init)
        guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
            let height = lengths[3], width.value > 0, height.value > 0,
            ![x, y].contains(where: { $0.isPercent && $0.value >= 100 })
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    /// As it is given.
    var argument: String { [x, y, width, height].map(\.argument).joined(separator: ",") }
}

extension CropRegion.Length {
    fileprivate var argument: String { "\(value)\(isPercent ? "%" : "")".replacing(".0", with: "") }

    fileprivate init?(_ text: Substring) {
        let isPercent = text.hasSuffix("%")
        guard let value = Double(isPercent ? text.dropLast() : text), (0...1_000_000).contains(value) else {
            return nil
        }
        self.init(value, isPercent: isPercent)
    }
}
