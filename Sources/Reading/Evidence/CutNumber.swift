// A labelled number that was not read whole: cut at the photo's edge, or half covered. It is no answer, but speaks for or
// against those that other lines gave.
import Books

package struct CutNumber: Hashable, Codable, Sendable {
    /// Those that were read, from the first on, without hyphens.
    package let digits: String
    package let box: [PhotoPoint]
    /// Which of a book's pages shows it, from 0.
    var page = 0

    package init(digits: String, box: [PhotoPoint]) {
        self.digits = digits
        self.box = box
    }

    /// Whether it can only be the beginning of this number, in either form.
    func begins(_ isbn: ISBN) -> Bool {
        digits.count >= CutNumber.fewestDigits && forms(of: isbn).contains { $0.hasPrefix(digits) }
    }

    /// Whether it is surely another number.
    func differs(from isbn: ISBN) -> Bool {
        forms(of: isbn).allSatisfy { form in
            zip(digits, form).count { $0 != $1 } > EvidenceRules.mostMisreadDigits
        }
    }

    /// So many tell a book.
    private static let fewestDigits = 9

    private func forms(of isbn: ISBN) -> [String] { [isbn.isbn13] + (isbn.isbn10.map { [$0] } ?? []) }
}
