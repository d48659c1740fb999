// Other edges for a line whose ends or height may have been misjudged.
import Imaging

enum LineEdges: CaseIterable {
    case longer, taller, lower
    /// Further on behind a label.
    case onward

    func applied(to line: TextLine) -> TextLine {
        var line = line
        switch self {
        case .longer: line.length += 5 * line.height
        case .taller:
            line.length += 3 * line.height
            line.height *= 1.25
        case .lower:
            line.length += 3 * line.height
            line.height *= 0.85
        case .onward:
            line.length += 12 * line.height
            line.x += 6 * line.height * line.direction.x
            line.y += 6 * line.height * line.direction.y
        }
        return line
    }
}
