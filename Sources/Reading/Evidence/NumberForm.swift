// Which form of a book a number belongs to, by its label and qualifier.
import Books

/// What a page says about the form that a number belongs to.
enum NumberForm: Hashable {
    /// A printed form: hardback, paperback.
    case print
    /// A file, and its format if that is stated.
    case electronic(Format?)
    /// A set of several volumes.
    case set
    /// One of several volumes.
    case volume
    /// Not stated.
    case plain
    /// A qualifier whose words are not known, or were misread.
    case unknown

    enum Format: Hashable { case epub, pdf, other }

    init(_ reading: ISBNReading) { self.init(label: reading.label, qualifier: reading.qualifier) }

    /// Whether words name a form and nothing else.
    static func isName(_ words: String) -> Bool {
        let form = NumberForm(label: nil, qualifier: words)
        return form != .plain && form != .unknown && words.contains(where: \.isLetter)
            && FormWords.areKnown(OCRSpelling.folded(words))
    }

    /// - Parameters: as printed.
    init(label: String?, qualifier: String?) {
        let label = label?.lowercased() ?? ""
        guard let qualifier = qualifier.map(OCRSpelling.folded), !qualifier.isEmpty else {
            self = label.hasPrefix("e") ? .electronic(nil) : label.hasPrefix("p") ? .print : .plain
            return
        }
        func says(_ words: FormWords) -> Bool { words.areIn(qualifier) }
        // A label begins with "e" or "p" only as `e-ISBN` and `pISBN`.
        if says(.epub) {
            self = .electronic(says(.pdf) ? nil : .epub)
        } else if says(.pdf) {
            self = .electronic(.pdf)
        } else if says(.otherFile) {
            self = .electronic(.other)
        } else if says(.electronic) || label.hasPrefix("e") {
            self = .electronic(nil)
        } else if says(.set) || FormWords.areRange(qualifier) {
            self = .set
        } else if says(.print) || label.hasPrefix("p") {
            self = .print
        } else if says(.medium), !says(.withBook) {
            self = .electronic(.other)
        } else if FormWords.areVolume(qualifier) {
            self = .volume
        } else {
            self = FormWords.areKnown(qualifier) ? .plain : .unknown
        }
    }
}
