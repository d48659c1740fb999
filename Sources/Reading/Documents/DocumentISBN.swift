// Finds a file's own number: an imprint lists the numbers of all forms of a book, and a file is one of them.
import Books
import Documents

/// The file's own number among several.
struct DocumentISBN {
    let reading: ISBNReading
    /// Why it was chosen, in a few words; `nil` if there was no choice.
    let reason: String?

    /// `nil` if nothing decides.
    ///
    /// - Parameters:
    ///   - readings: the accepted numbers of one page.
    ///   - subjects: what the page says that they are of.
    init?(
        among readings: [ISBNReading], _ subjects: [ISBN: NumberSubject] = [:], in format: DocumentFormat
    ) {
        let volumes = readings.filter { NumberForm($0) != .set }
        let left = volumes.isEmpty ? readings : volumes
        func only(_ form: NumberForm) -> ISBNReading? {
            let fitting = left.filter { NumberForm($0) == form }
            guard fitting.count == 1 else { return nil }
            // The file of another work is no more this one than its print.
            guard let subject = subjects[fitting[0].isbn] else { return fitting[0] }
            return left.allSatisfy { subjects[$0.isbn].map(subject.isPart) != false } ? fitting[0] : nil
        }
        if left.count == 1 {
            self.init(reading: left[0], reason: readings.count > 1 ? "the only one that is not a set's" : nil)
        } else if let named = only(.electronic(format == .epub ? .epub : .pdf)) {
            self.init(reading: named, reason: "\(format == .epub ? "an EPUB's" : "a PDF's"), as this file is")
        } else if let named = only(.electronic(nil)) {
            self.init(reading: named, reason: "an e-book's, as this file is")
        } else {
            return nil
        }
    }

    private init(reading: ISBNReading, reason: String?) {
        self.reading = reading
        self.reason = reason
    }
}
