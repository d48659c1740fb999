// NAME.json beside photos: their contents, and errors in them.
import Books
import Corpus
import TestSupport
import Testing

struct SidecarTests {
    private static func page(_ isbns: String, form: String = "null") -> String {
        """
        {"isbn13": [\(isbns)], "klass": "copyright-page", "barcode_kind": "none", "printed_form": \(form),
         "text_legible": "full", "rot_cw_deg": 358, "blur": "none", "light": "dark"}
        """
    }

    @Test func `an object is a page and pages are several`() throws {
        let folder = try TemporaryFolder([
            "b.tif": "", "b.json": #"{"pages": [\#(Self.page(#""9780306406157""#)), \#(Self.page(""))]}"#,
            "a.jpg": "", "a.json": Self.page(#""9783161484100""#, form: #""978-3-16-148410-0""#),
            "README.md": "",
        ])
        let corpus = try PhotoCorpus(folder: folder.path)
        #expect(
            corpus.truths.map(\.page) == [
                PhotoPage(photo: "a.jpg", page: 1), PhotoPage(photo: "b.tif", page: 1),
                PhotoPage(photo: "b.tif", page: 2),
            ])
        #expect(corpus.truths.map { $0.isbns.map(\.isbn13) } == [["9783161484100"], ["9780306406157"], []])
        #expect(
            corpus.truths[0]
                == PhotoTruth(
                    page: PhotoPage(photo: "a.jpg", page: 1), klass: "copyright-page",
                    isbns: [try ISBN("9783161484100")], printedForm: "978-3-16-148410-0", legibility: .full,
                    turn: 358,
                    light: "dark"))
        #expect(corpus.photos == ["a.jpg", "b.tif"])
    }

    @Test(arguments: [
        ["a.json": page("")], ["a.json": page(""), "a.jpg": "", "a.png": ""],
    ])
    func `a sidecar belongs to one photo`(files: [String: String]) throws {
        let folder = try TemporaryFolder(files)
        #expect(throws: CorpusError.sidecar(path: "\(folder.path)/a.json", .withoutPhoto)) {
            try PhotoCorpus(folder: folder.path)
        }
    }

    @Test(
        arguments: [
            ("", "", nil),
            ("[]", "", nil),
            (#"{"pages": [{"isbn13": "x"}]}"#, "pages.Index 0.isbn13", nil),
            (page(#""9783161484101""#), "isbn13.Index 0", .checkDigit(found: "1", expected: "0")),
            (page("").replacing("klass", with: "class"), "klass", nil),
            (page("").replacing(#""full""#, with: #""fully""#), "text_legible", nil),
        ] as [(String, String, ISBNError?)])
    func `a wrong value is named`(sidecar: String, place: String, cause: ISBNError?) throws {
        let folder = try TemporaryFolder(["a.json": sidecar, "a.jpg": ""])
        let error = try #require(throws: CorpusError.self) { try PhotoCorpus(folder: folder.path) }
        guard case .sidecar("\(folder.path)/a.json", .value(place, _, cause)) = error else {
            Issue.record("\(error)")
            return
        }
    }
}
