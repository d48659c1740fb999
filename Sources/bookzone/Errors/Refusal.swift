// A command that can't do what it was asked to.

/// A line for the person, and how the program ends.
struct Refusal: Error {
    let message: String
    let end: Exit

    init(_ message: String, _ end: Exit = .badInput) {
        self.message = message
        self.end = end
    }
}
