// Reads an EPUB: its package document and its imprint.
import Books
import Documents
import Foundation

struct EPUBReader {
    /// In Unicode scalars: of a longer part, only this much of its beginning and of its end is read.
    private static let chunk = 12_000

    private let book: EPUB
    private(set) var warnings: [String] = []
    private(set) var visited = 0

    var count: Int { book.count }

    init(_ bytes: Data) throws(ScanError) {
        do throws(DocumentError) { book = try EPUB(bytes) } catch { throw ScanError(error, .epub) }
    }

    /// - Parameters:
    ///   - readsText: false reads the package alone.
    mutating func answer(readsText: Bool, isStrict: Bool) throws(ScanError) -> DocumentAnswer {
        // A number outside the registered ranges is not an ISBN, nor is that of a template.
        let identifiers = book.identifiers.filter { $0.isbn.isRegistered && !$0.isbn.isSample }
        if book.isEncrypted {
            guard !identifiers.isEmpty else { throw .encrypted(format: DocumentFormat.epub.name) }
            warnings.append("its text is encrypted; its package alone was read")
        }
        var text = TextAnswer.nothing
        if readsText, !book.isEncrypted, book.count > 0 {
            let order = PageOrder.text(of: book.count)
            let imprint = book.imprint.map { [$0] } ?? []
            var findings = try findings(imprint + order.near, isNear: true)
            text = TextAnswer(findings, in: .epub)
            if case .nothing = text, identifiers.isEmpty {
                findings += try self.findings(order.others, isNear: false)
                text = TextAnswer(findings, in: .epub)
            }
        }
        return DocumentAnswer(text, identifiers, isStrict: isStrict)
    }

    private mutating func findings(_ numbers: [Int], isNear: Bool) throws(ScanError) -> [PageFinding] {
        let parts: [EPUB.Part]
        do throws(DocumentError) { parts = try book.parts(numbers) } catch { throw ScanError(error, .epub) }
        visited += parts.count
        if parts.contains(where: \.isCut) {
            warnings.append("a part of it is damaged or too large, and was read only in part")
        }
        return parts.flatMap { part in
            let whole = Self.findings(part.text, part.number, isNear: isNear)
            if part.prose == part.text || whole.contains(where: \.isImprint) { return whole }
            // Numbers in program code are not ISBNs.
            return Self.findings(part.prose, part.number, isNear: isNear)
                + whole.filter { !$0.accepted.isEmpty }.map(\.aside)
        }
    }

    private static func findings(_ text: String, _ part: Int, isNear: Bool) -> [PageFinding] {
        chunks(of: text).map { PageFinding(PageText($0), page: part, isNear: isNear) }
    }

    private static func chunks(of text: String) -> [String] {
        let scalars = text.unicodeScalars
        guard scalars.count > 2 * chunk else { return [text] }
        return [String(scalars.prefix(chunk)), String(scalars.suffix(chunk))]
    }
}

extension ScanError {
    fileprivate init(_ error: DocumentError, _ format: DocumentFormat) {
        self =
            switch error {
            case .damaged: .damaged(format: format.name)
            case .encrypted: .encrypted(format: format.name)
            case .tooLarge: .unpacksToMore
            }
    }
}
