// Answers for a corpus: by page, and from another program's table.
import Books
import Corpus
import TestSupport
import Testing

struct AnswersTests {
    private static let page =
        #""klass": "x", "barcode_kind": "none", "text_legible": "full", "blur": "", "light": "","#
    private static let own = ISBN(value: 9_780_306_406_157)!
    private static let other = ISBN(value: 9_783_161_484_100)!
    private let folder: TemporaryFolder
    private let corpus: PhotoCorpus

    init() throws {
        folder = try TemporaryFolder([
            "a.jpg": "", "a.json": #"{\#(Self.page) "isbn13": []}"#, "b.tif": "",
            "b.json": #"{"pages": [{\#(Self.page) "isbn13": []}, {\#(Self.page) "isbn13": []}]}"#,
        ])
        corpus = try PhotoCorpus(folder: folder.path)
    }

    @Test func `pages beyond the truth are the last one`() {
        var answers = Answers(to: corpus)
        for (place, isbn) in [Self.own, Self.other].enumerated() {
            let page = PhotoPage(photo: "a.jpg", page: place + 1)
            answers.add(Answer(accepted: [isbn], milliseconds: 5), for: page)
        }
        #expect(
            answers[PhotoPage(photo: "a.jpg", page: 1)]
                == Answer(accepted: [Self.own, Self.other], milliseconds: 10))
        #expect(answers[PhotoPage(photo: "b.tif", page: 1)] == nil)
        let stranger = answers.add(Answer(), for: PhotoPage(photo: "c.jpg", page: 1))
        #expect(!stranger)
    }

    @Test func `another program's table is read`() throws {
        let table = try TemporaryFolder([
            "answers.tsv": "b.tif\t9780306406157,978-3-16-148410-0\t12.5\nb.tif\t\t3\na.jpg\t-\t0\r\n"
        ])
        let answers = try Answers(to: corpus, in: table.path + "/answers.tsv")
        #expect(
            answers[PhotoPage(photo: "b.tif", page: 1)]
                == Answer(accepted: [Self.own, Self.other], milliseconds: 12.5))
        #expect(answers[PhotoPage(photo: "b.tif", page: 2)] == Answer(milliseconds: 3))
        #expect(answers[PhotoPage(photo: "a.jpg", page: 1)] == Answer())
        #expect(corpus.scored(answers, readers: [.ocr]).count { $0.score.isMisread } == 1)
    }

    @Test(
        arguments: [
            ("a.jpg\t-", .columns(2, expected: 3)), ("a.jpg\t-\tfast", .milliseconds("fast")),
            ("a.jpg\t-\t-1", .milliseconds("-1")), ("a.jpg\t-\tnan", .milliseconds("nan")),
            ("a.jpg\t9780306406158\t1", .isbn("9780306406158", .checkDigit(found: "8", expected: "7"))),
        ] as [(String, CorpusError.LineProblem)])
    func `bad lines are named`(line: String, problem: CorpusError.LineProblem) throws {
        let table = try TemporaryFolder(["answers.tsv": "a.jpg\t\t1\n" + line])
        let path = table.path + "/answers.tsv"
        #expect(throws: CorpusError.line(2, of: path, problem)) { try Answers(to: corpus, in: path) }
    }

    @Test func `a photo outside the corpus is named`() throws {
        let table = try TemporaryFolder(["answers.tsv": "c.jpg\t-\t1"])
        let path = table.path + "/answers.tsv"
        let problem = CorpusError.LineProblem.notInCorpus(photo: "c.jpg", folder: folder.path)
        #expect(throws: CorpusError.line(1, of: path, problem)) { try Answers(to: corpus, in: path) }
    }

    @Test func `a missing table is reported`() {
        #expect(throws: CorpusError.unreadable(path: "/nowhere.tsv")) {
            try Answers(to: corpus, in: "/nowhere.tsv")
        }
    }
}
