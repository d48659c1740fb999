// What one line of text, or two together, say.

struct Interpretation {
    enum Content {
        case number
        /// Or nearly one, or a label: in other edges it may be read whole.
        case possibleNumber
        case text, nothing
    }

    var observations: [Observation] = []
    var cutNumbers: [CutNumber] = []
    var content: Content
}
