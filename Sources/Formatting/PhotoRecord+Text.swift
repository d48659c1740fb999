// A photo's result in a few words: the evidence, or why there is no ISBN.
import Books
import Foundation
import Lookup
import Output
import Translation

extension PhotoRecord {
    /// The text beside the result: `ocr + barcode`, `0-201-14456-5? check digit only`, `no ISBN found`.
    package var reason: String { Language.english(reasonPhrase) }

    /// The same, for other languages, too.
    package var reasonPhrase: Phrase {
        let words: Phrase =
            switch status {
            case .found: repeats.map(sameBook) ?? Phrase(verbatim: isbns.first?.readers ?? "")
            case .uncertain: doubt
            case .none: findings.map { "no ISBN, but \($0)" } ?? "no ISBN found"
            case .failed: error.map { Phrase(message: $0.message) } ?? "can't be read"
            }
        return page > 1 && photos.count < 2 ? "page \(page): \(words)" : words
    }

    /// For an ISBN that the photo shows besides the first.
    func reason(for further: ISBNReading) -> String {
        ownISBNs.contains(further)
            ? "another book: \(further.readers)" : "also there: \(further.qualifier ?? further.readers)"
    }

    /// What is read of a photo without an ISBN: other numbers, or its tallest lines; `nil` if there is nothing.
    private var findings: String? {
        if !others.isEmpty { return others.map(\.number.description).joined(separator: ", ") }
        if titleLines.isEmpty { return nil }
        let tallest = titleLines.indices.sorted { titleLines[$0].height > titleLines[$1].height }
            .prefix(Self.mostLines).sorted()
        return "“\(tallest.map { titleLines[$0].text.printable }.joined(separator: " / "))”"
    }

    package var hasFindings: Bool { findings != nil }

    private static let mostLines = 3

    /// `LCCN 65021362`
    var otherNumbers: [String] { others.map(\.number.description) }

    /// By the photo's name alone if it is in the same folder.
    private func sameBook(as earlier: PhotoPage) -> Phrase {
        if earlier.photo.isSamePath(as: photo) { return "same book as page \(earlier.page)" }
        return "same book as \(Self.relative(earlier.photo, to: photo).shownPath)"
    }

    /// The likeliest candidate and why it is not accepted.
    private var doubt: Phrase {
        guard let likeliest = candidates.first else {
            return "something was read that is not a complete ISBN"
        }
        let words: Phrase =
            "\(likeliest.asPrinted)? \(likeliest.reason.map { Phrase(message: $0) } ?? "not sure")"
        return candidates.count == 1 ? words : "\(words); \(candidates.count - 1) more"
    }
}

extension ISBNReading {
    /// The readers that saw it: `ocr`, `barcode`, `ocr + barcode`.
    package var readers: String {
        WitnessReader.allCases.filter { reader in witnesses.contains { $0.reader == reader } }
            .map(\.rawValue).joined(separator: " + ")
    }

    /// With hyphens; as an ISBN-10 if only that was read, so that a person finds it on the page.
    var asPrinted: String {
        guard let isbn10 = isbn.isbn10, let hyphenated10 = isbn.hyphenated10 else { return isbn.hyphenated }
        let texts = witnesses.map { $0.text.uppercased().filter { $0.isNumber || $0 == "X" } }
        let isTen = !texts.contains { $0.contains(isbn.isbn13) } && texts.contains { $0.contains(isbn10) }
        return isTen ? hyphenated10 : isbn.hyphenated
    }
}

// All evidence for a result.
extension PhotoRecord {
    /// One line for the photo and an indented one for each witness, with line ends.
    package var evidence: String {
        let size = width.flatMap { width in height.map { ", \(width)×\($0) pixels" } } ?? ""
        var lines = ["\(photoNames): \(status), \(Int(milliseconds.rounded())) ms\(stages.text)\(size)"]
        for reading in isbns + candidates {
            let doubt = isbns.contains(reading) ? "" : "?"
            for witness in reading.witnesses {
                let repairs =
                    witness.repairs.isEmpty ? "" : ", repaired: \(witness.repairs.joined(separator: ", "))"
                lines.append(
                    "  \(reading.isbn.hyphenated)\(doubt)  \(witness.reader) at \(witness.rotation)°, "
                        + "\((witness.confidence * 100).rounded() / 100): \(witness.text)\(repairs)"
                        + (witness.photo.map { " (\(Self.relative($0.photo, to: photo).shownPath))" } ?? ""))
            }
        }
        lines += others.map { other in
            "  \(other.number)  \((other.confidence * 100).rounded() / 100)"
                + (other.photo.map { " (\(Self.relative($0.photo, to: photo).shownPath))" } ?? "")
        }
        return lines.map { $0.printable + "\n" }.joined()
    }
}

extension StageTimes {
    /// Empty if nothing was measured.
    fileprivate var text: String {
        guard self != StageTimes() else { return "" }
        let parts = [("decode", decode), ("bars", bars), ("lines", lines), ("ocr", ocr)]
        return " (\(parts.map { "\($0) \(Int($1.rounded()))" }.joined(separator: ", ")))"
    }
}

extension PhotoRecord {
    /// The photo; for a book, the first photo's path and the names of the others as far as they differ:
    /// `box/IMG_1.jpg, IMG_2.jpg`. Of many, the first and the last, and the number. Pages of one file or of standard
    /// input are counted: `-, pages 2 to 9`.
    var photoNames: String {
        guard let first = photos.first, let last = photos.last, photos.count > 1 else {
            return photo.shownPath
        }
        if photos.allSatisfy({ $0.photo.isSamePath(as: first.photo) }) {
            return "\(first.photo.shownPath), pages \(first.page) to \(last.page)"
        }
        guard photos.count <= Self.mostNames else {
            return "\(first.pageName) … \(last.pageName(beside: first.photo)) (\(photos.count) photos)"
        }
        return ([first.pageName] + photos.dropFirst().map { $0.pageName(beside: first.photo) })
            .joined(separator: ", ")
    }

    private static let mostNames = 4

    /// With the page if it is not the first or only one; for people.
    package var pageName: String { place.shown }

    private func pageName(beside other: String) -> String {
        PhotoPage(photo: Self.relative(photo, to: other), page: page).shown
    }

    /// By its name alone if it is in the same folder as another.
    static func relative(_ path: String, to other: String) -> String {
        let (folder, name) = (other[..<other.nameStart], path.nameStart)
        return !folder.isEmpty && path[..<name].utf8.elementsEqual(folder.utf8) ? String(path[name...]) : path
    }
}

extension PhotoPage {
    /// For people: with the page if it is not the first.
    var shown: String { page > 1 ? "\(photo.shownPath), page \(page)" : photo.shownPath }
}
