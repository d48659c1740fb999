// How a line is cropped anew.
import Imaging

/// Other ways to crop a line whose ends or height may be wrong.
enum LineEdges: CaseIterable {
    case longer, taller, lower
    /// Of another height, hardly longer: beyond the ends of a line that is shorter than others, the text model reads
    /// characters in the blank paper.
    case looser, tighter
    /// Extended to the right.
    case onward
    /// Extended to the left.
    case backward

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
        case .looser:
            line.length += 0.4 * line.height
            line.height *= 1.15
        case .tighter:
            line.length += 0.2 * line.height
            line.height *= 0.9
        case .onward: line.extend(by: 12 * line.height, towards: 1)
        case .backward: line.extend(by: 12 * line.height, towards: -1)
        }
        return line
    }
}

extension TextLine {
    /// - Parameter side: 1 extends its end, -1 its beginning.
    fileprivate mutating func extend(by part: Double, towards side: Double) {
        length += part
        x += side * part / 2 * direction.x
        y += side * part / 2 * direction.y
    }
}
