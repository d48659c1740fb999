// What several photos of one book prove together, and what is left for review.
import Books
import ReadingExamples
import Testing

@testable import Reading

struct BookEvidenceTests {
    private static let (book, bookTen) = ("9780306406157", "0306406152")
    /// Differs from it in two digits.
    private static let misread = "9780306405167"
    private static let (other, third) = ("9783161484100", "9780804429573")
    /// The publisher's.
    private static let otherForm = "9780306487644"

    private func record(
        _ photos: [PageReading], as pages: Evidence.Pages = .photos, isStrict: Bool = false
    ) -> PhotoRecord {
        PhotoRecord(book: photos, as: pages, isStrict: isStrict)
    }

    private static func dim(_ digits: String, label: String? = "ISBN") throws -> Observation {
        try .printed(digits, label: label, weakest: 0.85, confidence: 0.97)
    }

    @Test(arguments: [
        // Two photos of one label, each too faint alone.
        [PageReading.photo("a", try dim(book)), .photo("b", try dim(book))],
        // A barcode whose widths are not clear, and a faint label on another photo.
        [.photo("a", try .bars(book, isMeasured: false)), .photo("b", try dim(book))],
        // Both forms.
        [.photo("a", try dim(book)), .photo("b", try dim(bookTen))],
        // Digits below a barcode and a label: two prints.
        [
            .photo("a", try dim(book)),
            .photo("b", try .printed(book, isBelowBars: true, weakest: 0.85, confidence: 0.97)),
        ],
        // One scan line each.
        [.photo("a", try .bars(book, scanLines: 1)), .photo("b", try .bars(book, scanLines: 1))],
        // Thirteen digits in three photos.
        try ["a", "b", "c"].map { .photo($0, try dim(book, label: nil)) },
    ])
    func `photos together decide what no single photo decides`(photos: [PageReading]) {
        #expect(photos.allSatisfy { $0.record.status == .uncertain })
        let record = record(photos)
        #expect(record.status == .found)
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book])
        #expect(record.photos == photos.map(\.record))
    }

    @Test(arguments: [
        // What may be a telephone number in one photo may be one in two photos, too.
        [PageReading.photo("a", try .printed(bookTen)), .photo("b", try .printed(bookTen))],
        [.photo("a", try .printed(book)), .photo("b", try .printed(book))],
        // Overexposure changes a barcode in the same way in each photo.
        [.photo("a", try .bars(book, isMeasured: false)), .photo("b", try .bars(book, isMeasured: false))],
        // A letter of the label was misread, perhaps that of ISSN.
        [
            .photo("a", try .printed(bookTen, label: "1SBN", announcement: .damagedLabel)),
            .photo("b", try .printed(bookTen, label: "1SBN", announcement: .damagedLabel)),
        ],
        // A copy of the same file.
        [.photo("a", try dim(book), sha256: "1"), .photo("copy of a", try dim(book), sha256: "1")],
    ])
    func `repeated weak evidence stays uncertain`(photos: [PageReading]) {
        #expect(record(photos).status == .uncertain)
    }

    @Test func `a cover without an ISBN is not a failure`() throws {
        let record = record([
            .photo("front"), .photo("back", try .bars(Self.book)), .photo("spine"),
        ])
        #expect(record.status == .found)
        #expect(record.photo == "back")
        #expect(record.photos.map(\.photo) == ["front", "back", "spine"])
        #expect(record.photos.map(\.status) == [.none, .found, .none])
        #expect(record.isbns[0].witnesses[0].photo == PhotoPage(photo: "back", page: 1))
    }

    @Test func `a photo that cannot be read does not affect the others`() throws {
        let failed = PageReading(failed: "torn", .truncated)
        let found = record([failed, .photo("back", try .bars(Self.book))])
        #expect(found.status == .found && found.error == nil)
        let failure = record([.photo("front"), failed])
        #expect(failure.status == .failed && failure.photo == "torn" && failure.error?.code == "truncated")
    }

    @Test(arguments: [
        // The barcodes of two books.
        [PageReading.photo("a", try .bars(book)), .photo("b", try .bars(other))],
        // Another number on the imprint page.
        [.photo("a", try .bars(book)), .photo("b", try .printed(other, label: "ISBN"))],
        // A number that is not clear, but certainly printed as an ISBN.
        [.photo("a", try .bars(book)), .photo("b", try dim(other))],
        // One number, misread in one of the photos.
        [.photo("a", try .printed(book, label: "ISBN")), .photo("b", try .printed(misread, label: "ISBN"))],
        [.photo("a", try .bars(book)), .photo("b", try .printed(misread, label: "ISBN"))],
    ])
    func `photos that contradict each other are uncertain`(photos: [PageReading]) {
        let record = record(photos)
        #expect(record.status == .uncertain)
        #expect(record.isbns.isEmpty)
        #expect(record.candidates.count == 2)
        #expect(record.candidates.contains { $0.reason?.hasPrefix("against ") == true })
    }

    /// Print that bleeds is misread alike in every photo, and seldom as clearly.
    @Test(arguments: [
        // Its digits were others before the repair.
        (try Observation.printed(book, label: "ISBN", provenance: .inferred, confidence: 0.975), false),
        // A doubtful number.
        (try .printed(other, label: "ISBN", provenance: .inferred, weakest: 0.7, confidence: 0.955), false),
        (
            try .printed(
                other, label: "IISBN", announcement: .damagedLabel, provenance: .inferred, confidence: 0.975),
            false
        ),
        // Noise, a set's number, and a faint reading of the same.
        (try .printed(other, weakest: 0.7, confidence: 0.955), true),
        (try .printed(other, label: "ISBN", qualifier: "set", weakest: 0.7, confidence: 0.955), true),
        (try .printed(book, label: "ISBN", weakest: 0.7, confidence: 0.955), true),
    ])
    func `a number of one photo is uncertain if another shows other digits`(
        doubtful: Observation, isFound: Bool
    ) throws {
        let clear = PageReading.photo("a", try .printed(Self.book, label: "ISBN"))
        let other = PageReading.photo("b", doubtful)
        #expect((record([clear, other]).status == .found) == isFound)
        let again = PageReading.photo("c", try .printed(Self.book, label: "ISBN"))
        #expect(record([clear, other, again]).status == .found, "two photos show it")
        let bars = PageReading.photo("c", try .bars(Self.book))
        #expect(record([clear, other, bars]).status == .found, "another witness")
    }

    @Test(arguments: [(4, true), (3, false)]) func `a misread of one photo yields to many readings`(
        photos: Int, isFound: Bool
    ) throws {
        let wrong = PageReading.photo("x", try .printed(Self.misread, label: "ISBN"))
        let record = record(
            [wrong] + (try (0..<photos).map { .photo("\($0)", try .printed(Self.book, label: "ISBN")) }))
        #expect(record.isbns.map(\.isbn.isbn13) == (isFound ? [Self.book] : []))
    }

    @Test func `a misread of one photo yields to bars and print of the others`() throws {
        let record = record([
            .photo("a", try .bars(Self.book)), .photo("b", try .printed(Self.book, label: "ISBN")),
            .photo("c", try Self.dim(Self.misread)),
        ])
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book])
    }

    @Test(arguments: ["hbk", "set"]) func `a page that gives another form's number contradicts no bars`(
        form: String
    ) throws {
        let imprint = PageReading.photo("i", try .printed(Self.otherForm, label: "ISBN", qualifier: form))
        let record = record([imprint, .photo("back", try .bars(Self.book))])
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book, Self.otherForm])
        #expect(record.isbns.map(\.book) == [1, 1])
        #expect(record.photo == "back")
        let labelled = PageReading.photo(
            "back", try .bars(Self.book), try .printed(Self.book, label: "ISBN", y: -30))
        #expect(self.record([imprint, labelled]).isbns.map(\.isbn.isbn13) == [Self.book])
    }

    /// The first is one photo's own, whatever form it is called.
    @Test(arguments: [
        // A flap with an advertisement, or another book's imprint.
        ([PageReading.photo("b", try .printed(other, label: "ISBN"))], "pbk."),
        ([PageReading.photo("b", try .printed(other, label: "ISBN"))], "v. 1"),
        ([PageReading.photo("b", try .printed(other, label: "ISBN", qualifier: "hardback"))], "pbk."),
        // Of the same publisher.
        ([PageReading.photo("b", try .printed(otherForm, label: "ISBN"))], "pbk."),
        ([PageReading.photo("b", try .bars(otherForm))], "v. 1"),
        // Another publisher's bars.
        ([PageReading.photo("b", try .bars(other))], "pbk."),
        (
            [PageReading.photo("b", try .bars(other), try .printed(other, label: "ISBN", y: -30))],
            "hardback"
        ),
        // More photos of the other.
        (
            [
                PageReading.photo("b", try .printed(other, label: "ISBN")),
                .photo("c", try .printed(other, label: "ISBN")),
            ], "pbk."
        ),
    ])
    func `a number with a qualifier and one of other photos make each other doubtful`(
        others: [PageReading], form: String
    ) throws {
        let imprint = PageReading.photo("a", try .printed(Self.book, label: "ISBN", qualifier: form))
        for photos in [[imprint] + others, others + [imprint]] {
            let record = record(photos)
            #expect(record.isbns.isEmpty)
            #expect(record.candidates.count == 2)
            #expect(record.candidates.contains { $0.isbn.isbn13 == Self.book })
        }
    }

    @Test func `forms that one page gives decide in favour of the one that another shows`() throws {
        let imprint = PageReading.photo(
            "imprint", try .printed(Self.other, label: "ISBN", qualifier: "hardback"),
            try .printed(Self.book, label: "ISBN", qualifier: "pbk.", y: 30))
        let back = PageReading.photo("back", try .printed(Self.book, label: "ISBN"))
        #expect(record([imprint, back]).isbns.map(\.isbn.isbn13).contains(Self.book))
        let bars = PageReading.photo("back", try .bars(Self.book))
        #expect(record([imprint, bars]).isbns.map(\.isbn.isbn13) == [Self.book, Self.other])
    }

    @Test func `an advertisement does not make doubtful what bars and a label show`() throws {
        let record = record([
            .photo("back", try .bars(Self.book)), .photo("imprint", try .printed(Self.book, label: "ISBN")),
            .photo("flap", try .printed(Self.other, label: "ISBN", qualifier: "pbk.")),
        ])
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book])
    }

    @Test func `numbers of one page stay one book's`() throws {
        let record = record([
            .photo(
                "imprint", try .printed(Self.other, label: "ISBN"),
                try .printed(Self.book, label: "ISBN", y: 30)),
            .photo("back", try .bars(Self.book)),
        ])
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book, Self.other])
    }

    @Test func `another book beside the group's own comes after it`() throws {
        let record = record([
            .photo("both", try .bars(Self.other), try .bars(Self.book, x: 2000)),
            .photo("one", try .bars(Self.book)),
        ])
        #expect(record.isbns.map(\.isbn.isbn13) == [Self.book, Self.other])
        #expect(record.isbns.map(\.book) == [1, 2])
    }

    @Test(arguments: [
        ([PageReading.photo("a", try .bars(book)), .photo("b", try .bars(book))], true, false),
        ([.photo("a", try .bars(book)), .photo("b", try .printed(book, label: "ISBN"))], true, true),
        ([.photo("a", try .bars(book)), .photo("b")], false, false),
        (
            [.photo("a", try .bars(book), sha256: "1"), .photo("b", try .bars(book), sha256: "1")], false,
            false
        ),
    ])
    func `another photo is a witness, another frame is not`(
        photos: [PageReading], asPhotos: Bool, asFrames: Bool
    ) {
        #expect((record(photos, isStrict: true).status == .found) == asPhotos)
        #expect((record(photos, as: .frames, isStrict: true).status == .found) == asFrames)
    }

    @Test func `one photo gives the same answer alone`() throws {
        let photo = PageReading.photo("a", try .bars(Self.book), try .bars(Self.other, x: 2000))
        var expected = photo.record
        expected.photos = [photo.record]
        #expect(record([photo]) == expected)
    }
}
