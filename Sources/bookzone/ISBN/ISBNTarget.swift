// The forms that an ISBN can be asked for in, one answer a line.
import ArgumentParser
import Books
import Formatting

/// What `--to` takes.
enum ISBNTarget: String, CaseIterable, ExpressibleByArgument {
    case isbn13 = "13"
    case isbn10 = "10"
    case hyphenated, urn

    /// The first ISBN of a line in this form, `nil` when there is none; and what else is to be said of it.
    func answer(for line: String) -> (text: String?, note: String?) {
        let answers = ISBNAnswer.answers(for: line)
        guard let first = answers.first(where: { $0.isbn != nil }), let isbn = first.isbn else {
            return (nil, answers.first?.error?.words)
        }
        guard let text = text(of: isbn) else { return (nil, "begins with 979, so there is no ISBN-10") }
        var notes: [String] = []
        if !isbn.isRegistered { notes.append("outside the registered ranges") }
        if !first.repairs.isEmpty {
            notes.append("repaired " + first.repairs.map(\.description).joined(separator: ", "))
        }
        let others = Set(answers.compactMap(\.isbn)).count - 1
        if others > 0 { notes.append("and \(others) more on this line") }
        return (text, notes.isEmpty ? nil : notes.joined(separator: "; "))
    }

    private func text(of isbn: ISBN) -> String? {
        switch self {
        case .isbn13: isbn.isbn13
        case .isbn10: isbn.isbn10
        case .hyphenated: isbn.hyphenated
        case .urn: isbn.urn
        }
    }
}
