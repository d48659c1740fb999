// Every message of a record has a translation: why a photo could not be read, why a number is doubtful, and warnings.
import Books
import Foundation
import TestSupport
import Testing

@testable import Reading
@testable import Translation

struct MessageTests {
    /// Texts of Swift, whose values may be calls.
    private static var text: Regex<(Substring, Substring)> {
        get throws {
            try Regex(#""((?:[^"\\\n]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.)*)""#)
        }
    }

    /// As a PO file has it, with `{1}` for the first value.
    private static func key(_ text: Substring) throws -> String {
        var (key, count) = (String(text), 0)
        let value = try Regex(#"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"#)
        while let match = key.firstMatch(of: value) {
            count += 1
            key.replaceSubrange(match.range, with: "{\(count)}")
        }
        return key
    }

    /// The messages of a file, whose texts follow one of some words; of texts alone, those that have a space.
    private static func messages(_ file: String, after words: String? = nil) throws -> Set<String> {
        let source = try Repository.text("Sources/\(file)").replacing(/\n *\/\/[^\n]*/, with: "")
        let text = try text
        guard let words else {
            return try Set(source.matches(of: text).map { try key($0.1) }.filter { $0.contains(" ") })
        }
        return try Set(
            source.matches(of: try Regex<Substring>("(?:\(words))")).compactMap { match in
                let rest = source[match.range.upperBound...].drop(while: \.isWhitespace)
                return try rest.prefixMatch(of: text).map { try key($0.1) }
            })
    }

    /// Parts of other messages, signals, and texts with a condition, which are below.
    private static let others: Set<String> = ["signal {1}", "{1}, as this file is"]

    private static func all() throws -> Set<String> {
        var all: Set<String> = [
            "an EPUB's, as this file is", "a PDF's, as this file is", ISBNReading.confirmed, "LCCN only",
            "title and maker only; perhaps another edition", "title only; perhaps another edition",
            PhotoRecord.lateWarning,
            "{1} more picture left out, of which the file holds only what changes; save each by itself",
            "{1} more pictures left out, of which the file holds only what changes; save each by itself",
        ]
        all.formUnion(try messages("Reading/PhotoFailure+ScanError.swift"))
        all.formUnion(try messages("Reading/Photos/PhotoSource.swift"))
        all.formUnion(
            try messages("Reading/Evidence/Hypothesis.swift", after: #"case \.\w+(?:\(let \w+\))?:"#))
        all.formUnion(try messages("Reading/Evidence/ISBNGrouping.swift", after: #"return|[?:](?= ")"#))
        for file in [
            "DocumentISBN", "DocumentAnswer", "TextAnswer", "PictureAnswer", "PDFReader", "EPUBReader",
            "PhotoScanner+Documents",
        ] {
            let words =
                #"reason =|reason:(?: readings\.count > 1 \?)?|doubted\(|\?\?|elsewhere =|identifiers\[0\]\.reading,|warnings\.append\("#
            all.formUnion(try messages("Reading/Documents/\(file).swift", after: words))
        }
        for file in ["Reading/PhotoScanner.swift", "Batch/Groups/BookGroups.swift"] {
            all.formUnion(
                try messages(file, after: #"warnings\.append\("#).filter {
                    !$0.contains("left out")
                })
        }
        all.formUnion(
            try messages(
                "Formatting/ISBNAnswer.swift",
                after: #"case \.(?:length|prefix|checkDigit|character)\([^\n]*\):"#))
        return all.filter { !others.contains($0) && $0.contains(" ") }
    }

    @Test func `every message has a translation`() throws {
        let all = try Self.all()
        #expect(all.count > 100, "\(all.sorted())")
        for language in Language.translated.map(\.code) {
            let file = try PortableObject(Repository.text("Sources/CResources/words/\(language).po"))
            let start = PortableObject.contextual("message", "")
            let known = Set(
                file.messages.keys.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }.map(
                    String.init))
            #expect(all.subtracting(known).isEmpty, "\(language): \(all.subtracting(known).sorted())")
            #expect(known.subtracting(all).isEmpty, "not a message: \(known.subtracting(all).sorted())")
        }
    }

    @Test(arguments: Language.translated.map(\.code))
    func `errors are translated with their values`(code: String) throws {
        let language = try #require(Language.all.named(code))
        let errors: [ScanError] = [
            .empty, .unknownFormat, .tooManyPixels(width: 123, height: 456), .damaged(format: "JPEG"),
            .damaged(format: "EPUB"), .encrypted(format: "PDF"), .crashed(signal: nil),
            .crashed(signal: SIGSEGV),
            .tookLonger(than: .seconds(77)), .noWorker(ENOENT), .system(EIO), .system(EINVAL),
            .system(ENOENT),
            .notFetched(.status(418)), .notFetched(.unreachable("DNS")),
        ]
        for error in errors {
            let message = PhotoFailure(error).message
            let translation = language(message: message)
            #expect(translation != message && !translation.contains("{"), "\(translation)")
            for number in message.matches(of: /\d+|SIG\w+|JPEG|EPUB|DNS/) {
                #expect(translation.contains(number.0), "\(translation)")
            }
        }
        #expect(language(message: "something else") == "something else")
    }

    @Test func `plural texts of scripts call their function`() throws {
        let french = try #require(Language.all.named("fr"))
        let script = MarkedWords.shown(
            "tell(`[[Save ${number} decision|Save ${number} decisions]]`)", in: french)
        #expect(
            script
                == "tell(`${plural(number, (number) => [`Enregistrer ${number} décision`, `Enregistrer ${number} décisions`])}`)"
        )
        #expect(french.plurals.text == "(n > 1)")
    }

    @Test func `the same words are translated by where they stand`() throws {
        let french = try #require(Language.all.named("fr"))
        let buttons = "[[Take back]], [[@loan Take back]], [[@change Take back]]"
        #expect(MarkedWords.shown(buttons, in: french) == "Retirer, Reprendre, Annuler")
        #expect(MarkedWords.shown(buttons, in: .english) == "Take back, Take back, Take back")
    }
}
