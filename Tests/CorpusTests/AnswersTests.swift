// Answers to a corpus: ours by page, another program's from its table.
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

    @Test func pagesBeyondTheTruthAreTheLastOne() {
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

    @Test func anotherProgramsTableIsRead() throws {
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

    @Test(arguments: [
        ("a.jpg\t-", "has 2 columns, not 3"), ("a.jpg\t-\tfast", "‘fast’ is no number"),
        ("a.jpg\t-\t-1", "‘-1’ is no number"), ("a.jpg\t-\tnan", "‘nan’ is no number"),
        ("a.jpg\t9780306406158\t1", "‘9780306406158’ is no ISBN"), ("c.jpg\t-\t1", "c.jpg is not in"),
    ])
    func badLinesAreNamed(line: String, problem: String) throws {
        let table = try TemporaryFolder(["answers.tsv": "a.jpg\t\t1\n" + line])
        let error = try #require(throws: CorpusError.self) {
            try Answers(to: corpus, in: table.path + "/answers.tsv")
        }
        #expect(error.message.contains("/answers.tsv:2: \(problem)"))
    }

    @Test func aMissingTableIsSaid() {
        #expect(throws: CorpusError.unreadable(path: "/nowhere.tsv")) {
            try Answers(to: corpus, in: "/nowhere.tsv")
        }
    }
}
