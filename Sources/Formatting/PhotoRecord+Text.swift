// A photo's verdict in a few words: what it rests on, or why there is none.
import Books
import Foundation
import Output

extension PhotoRecord {
    /// What stands beside the verdict: `ocr + barcode`, `0-201-14456-5? check digit only`, `no ISBN found`.
    package var reason: String {
        let words =
            switch status {
            case .found: repeats.map(sameBook) ?? isbns.first?.readers ?? ""
            case .uncertain: doubt
            case .none: "no ISBN found"
            case .failed: error?.message ?? "can't be read"
            }
        return page > 1 && photos.count < 2 ? "page \(page): \(words)" : words
    }

    /// Of an ISBN that the photo shows beside the first.
    func reason(for further: ISBNReading) -> String {
        ownISBNs.contains(further)
            ? "another book: \(further.readers)" : "also there: \(further.qualifier ?? further.readers)"
    }

    /// By the photo's name alone when it lies in the same folder.
    private func sameBook(as earlier: PhotoPage) -> String {
        if earlier.photo == photo { return "same book as page \(earlier.page)" }
        return "same book as \(Self.relative(earlier.photo, to: photo).shownPath)"
    }

    /// The likeliest candidate and why it is not accepted.
    private var doubt: String {
        guard let likeliest = candidates.first else {
            return "something was read that is not a complete ISBN"
        }
        let words = "\(likeliest.asPrinted)? \(likeliest.reason ?? "not sure")"
        return candidates.count == 1 ? words : "\(words); \(candidates.count - 1) more"
    }
}

extension ISBNReading {
    /// Which ways it was seen: `ocr`, `barcode`, `ocr + barcode`.
    package var readers: String {
        WitnessReader.allCases.filter { reader in witnesses.contains { $0.reader == reader } }
            .map(\.rawValue).joined(separator: " + ")
    }

    /// With hyphens, as an ISBN-10 when only that was read, so that a person finds it on the page.
    var asPrinted: String {
        guard let isbn10 = isbn.isbn10, let hyphenated10 = isbn.hyphenated10 else { return isbn.hyphenated }
        let texts = witnesses.map { $0.text.uppercased().filter { $0.isNumber || $0 == "X" } }
        let isTen = !texts.contains { $0.contains(isbn.isbn13) } && texts.contains { $0.contains(isbn10) }
        return isTen ? hyphenated10 : isbn.hyphenated
    }
}

// All evidence of a verdict.
extension PhotoRecord {
    /// One line for the photo and one for each witness, indented; each with its end.
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
        return lines.map { $0.printable + "\n" }.joined()
    }
}

extension StageTimes {
    /// Nothing when nothing was measured.
    fileprivate var text: String {
        guard self != StageTimes() else { return "" }
        let parts = [("decode", decode), ("bars", bars), ("lines", lines), ("ocr", ocr)]
        return " (\(parts.map { "\($0) \(Int($1.rounded()))" }.joined(separator: ", ")))"
    }
}

extension PhotoRecord {
    /// The photo, or the first of a book's photos whole and the others by what differs: `box/IMG_1.jpg, IMG_2.jpg`. Of many
    /// the first and the last, and how many they are. Pages of one file or of standard input are counted: `-, pages 2 to 9`.
    var photoNames: String {
        guard let first = photos.first, let last = photos.last, photos.count > 1 else {
            return photo.shownPath
        }
        if photos.allSatisfy({ $0.photo == first.photo }) {
            return "\(first.photo.shownPath), pages \(first.page) to \(last.page)"
        }
        guard photos.count <= Self.mostNames else {
            return "\(first.pageName) … \(last.pageName(beside: first.photo)) (\(photos.count) photos)"
        }
        return ([first.pageName] + photos.dropFirst().map { $0.pageName(beside: first.photo) })
            .joined(separator: ", ")
    }

    private static let mostNames = 4

    /// With the page where it is not the photo's only or first one; for people.
    package var pageName: String { place.shown }

    private func pageName(beside other: String) -> String {
        PhotoPage(photo: Self.relative(photo, to: other), page: page).shown
    }

    /// By its name alone when it lies in the same folder as another.
    static func relative(_ path: String, to other: String) -> String {
        let (folder, name) = (other[..<other.nameStart], path.nameStart)
        return !folder.isEmpty && path[..<name] == folder ? String(path[name...]) : path
    }
}

extension PhotoPage {
    /// For people: with the page where it is not the first.
    var shown: String { page > 1 ? "\(photo.shownPath), page \(page)" : photo.shownPath }
}
