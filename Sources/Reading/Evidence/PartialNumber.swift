// Numbers of which only the beginning was read.
import Books

/// A labelled number of which only a part was read. It supports or contradicts other numbers, but is never a result.
package struct PartialNumber: Hashable, Codable, Sendable {
    /// The digits that were read, from the first one on, without hyphens.
    package let digits: String
    package let box: [PhotoPoint]
    /// Which of a book's pages shows it, from 0.
    var page = 0

    /// Whether it can only be the beginning of this number, in either form.
    func begins(_ isbn: ISBN) -> Bool {
        digits.count >= PartialNumber.fewestDigits && forms(of: isbn).contains { $0.hasPrefix(digits) }
    }

    /// Whether it is certainly another number.
    func differs(from isbn: ISBN) -> Bool {
        let most = digits.count < PartialNumber.fewestDigits ? 1 : EvidenceRules.mostMisreadDigits
        return forms(of: isbn).allSatisfy { form in zip(digits, form).count { $0 != $1 } > most }
    }

    /// This many digits identify a book.
    private static let fewestDigits = 9

    private func forms(of isbn: ISBN) -> [String] { [isbn.isbn13] + (isbn.isbn10.map { [$0] } ?? []) }
}
