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
        case .longer: line.extend(by: 5)
        case .taller: line.extend(by: 3, height: 1.25)
        case .lower: line.extend(by: 3, height: 0.85)
        case .looser: line.extend(by: 0.4, height: 1.15)
        case .tighter: line.extend(by: 0.2, height: 0.9)
        case .onward: line.extend(by: 12 * line.height, towards: 1)
        case .backward: line.extend(by: 12 * line.height, towards: -1)
        }
        return line
    }
}

extension TextLine {
    /// At both ends together.
    ///
    /// - Parameters:
    ///   - heights: of the line as it was.
    ///   - factor: by which it becomes higher.
    fileprivate mutating func extend(by heights: Double, height factor: Double = 1) {
        length += heights * height
        height *= factor
    }

    /// - Parameter side: 1 extends its end, -1 its beginning.
    fileprivate mutating func extend(by part: Double, towards side: Double) {
        length += part
        x += side * part / 2 * direction.x
        y += side * part / 2 * direction.y
    }
}
