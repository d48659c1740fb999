// `scripts/corpus`: counts how many photos with known truth are read correctly.
import ArgumentParser
import Books
import Corpus
import Formatting
import Foundation
import Output
import Reading

struct CorpusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Reads photos whose truth is known and counts what is right.",
        discussion: """
            right: the first ISBN accepted is one that the photo shows; of several books, the own ISBN of each is \
            accepted. misread: an ISBN is accepted that it does not \
            show. uncertain: none accepted, some left to a person. missed: none of these, though an ISBN is there. Text \
            alone (--readers ocr) is asked only for ISBNs that a person can read as text in full.
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder with manifest.tsv or with NAME.json beside each photo; else BOOKZONE_CORPUS, or testimages.",
            valueName: "folder"))
    var folder = Self.usualFolder

    @Option(help: ArgumentHelp("Who may read: ocr, barcode, or both.", valueName: "list"), transform: readers)
    var readers = WitnessReader.usual

    @Option(
        help: ArgumentHelp(
            "Turn the photos clockwise first; a run for each of several (0,90,180,270).", valueName: "degrees"
        ),
        transform: degrees)
    var rotate = [0]

    @Option(help: "Count by class, source or photo.")
    var by = Grouping.class

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Read this many photos at a time (default: one per core).", valueName: "number"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    @Option(
        help: ArgumentHelp(
            "Count another program's answers: lines of path, accepted ISBNs with commas between them, milliseconds; "
                + "tabs between the three.", valueName: "file"))
    var answers: String?

    @Flag(help: "Accept only what two witnesses say; among photos of one book another photo is one.")
    var strict = false

    @Flag(
        help:
            "Count books by the manifest's book_group: what their photos say alone, and together as of one book."
    )
    var group = false

    @Flag(name: .shortAndLong, help: "List what was missed or left uncertain too.")
    var verbose = false

    func validate() throws {
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1024, not \(jobs)") }
        guard answers == nil || rotate == [0] else {
            throw ValidationError("--answers are there already; --rotate can't turn their photos")
        }
        guard !group || answers == nil else {
            throw ValidationError("--answers have no evidence to put together; leave out --group")
        }
    }

    func run() async throws {
        do {
            let corpus = try PhotoCorpus(folder: folder)
            for turn in rotate where group {
                let books = try await corpus.books(
                    options: options(turned: turn), jobs: jobs, progress: progress(of: corpus))
                show(books.map(\.alone), "\(title(turned: turn)), books by each photo alone")
                show(books.map(\.together), "\(title(turned: turn)), books by their photos together")
            }
            for turn in rotate where !group {
                let answers = try await answers(of: corpus, turned: turn)
                let pages = corpus.scored(answers, readers: readers)
                let unanswered = pages.count { $0.answer == nil }
                if unanswered > 0 {
                    note("no answer for \(unanswered) of \(pages.count) photos; counted as empty")
                }
                show(pages, title(turned: turn))
            }
        } catch let error as CorpusError {
            note(error.message)
            throw ExitCode(2)
        } catch let error as ScanError {
            note(PhotoFailure(error).message)
            throw ExitCode(70)
        }
    }

    private func answers(of corpus: PhotoCorpus, turned turn: Int) async throws -> Answers {
        if let answers { return try Answers(to: corpus, in: answers) }
        return try await corpus.answers(
            options: options(turned: turn), jobs: jobs, progress: progress(of: corpus))
    }

    private func options(turned turn: Int) -> ScanOptions {
        let tessdata = ProcessInfo.processInfo.environment["BOOKZONE_TESSDATA"] ?? ""
        return ScanOptions(
            readers: readers, rotation: turn, isStrict: strict, tessdata: tessdata.isEmpty ? nil : tessdata)
    }

    private func progress(of corpus: PhotoCorpus) -> @Sendable (Int) -> Void {
        let isTerminal = isatty(STDERR_FILENO) == 1
        let count = corpus.photos.count
        return { done in
            guard isTerminal else { return }
            FileHandle.standardError.write(
                Data("\r\(done) of \(count)\(done == count ? "\r\u{1B}[K" : "")".utf8))
        }
    }

    private func show(_ pages: [ScoredPage], _ title: String) {
        print(title)
        print(ScoreTable(pages, by: by, readers: readers))
        print(ScoreList(pages, isComplete: verbose), terminator: "")
    }

    private func title(turned turn: Int) -> String {
        let who =
            answers
            ?? WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: " + ")
        return "\(folder): \(who)\(turn == 0 ? "" : ", turned by \(turn)°")".printable
    }

    private func note(_ message: String) {
        FileHandle.standardError.write(Data("corpus: \(message.printable)\n".utf8))
    }

    private static var usualFolder: String {
        let named = ProcessInfo.processInfo.environment["BOOKZONE_CORPUS"] ?? ""
        return named.isEmpty ? PhotoCorpus.drawn : named
    }

    private static func readers(_ text: String) throws -> Set<WitnessReader> {
        Set(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                guard let reader = WitnessReader.ofPictures.first(where: { $0.rawValue == word }) else {
                    throw ValidationError("‘\(word)’ is not a reader; use ocr, barcode or ocr,barcode")
                }
                return reader
            })
    }

    private static func degrees(_ text: String) throws -> [Int] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            guard let turn = Int(word) else {
                throw ValidationError("‘\(word)’ is not a whole number of degrees")
            }
            return turn
        }
    }
}

enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case `class`, source, photo
}

// Messages for errors in a corpus or a table of answers.
extension CorpusError {
    /// What happened and what to do.
    var message: String {
        switch self {
        case .noTruth(let folder):
            "\(folder): neither manifest.tsv nor NAME.json beside photos; give a folder of photos with their truth"
        case .unreadable(let path): "\(path): can't be read as UTF-8 text; check the file and its permissions"
        case .column(let name, let path): "\(path): has no column \(name); its first line names the columns"
        case .line(let line, let path, let problem): "\(path):\(line): \(problem.words)"
        case .sidecar(let path, let problem): "\(path): \(problem.words)"
        }
    }
}

extension CorpusError.LineProblem {
    fileprivate var words: String {
        switch self {
        case .columns(let count, let expected): "has \(count) columns, not \(expected)"
        case .isbn(let text, let error): "‘\(text)’ is not an ISBN: \(error.words)"
        case .milliseconds(let text): "‘\(text)’ is not a number of milliseconds"
        case .legibility(let text): "text_legible is ‘\(text)’, not full, partial, illegible or none"
        case .turn(let text): "rot_cw_deg is ‘\(text)’, not 0 to 359 or -"
        case .strangeOwnISBN: "own_isbn13 has an ISBN that isbn13 has not"
        case .repeated(let photo): "names \(photo) a second time"
        case .notInFolder(let photo): "names \(photo), which is not in the folder"
        case .notInCorpus(let photo, let folder): "\(photo) is not in \(folder)"
        }
    }
}

extension CorpusError.SidecarProblem {
    fileprivate var words: String {
        switch self {
        case .withoutPhoto: "belongs beside one photo of the same name"
        case .value("", let message, let error): error?.words ?? message
        case .value(let place, let message, let error): "\(place): \(error?.words ?? message)"
        }
    }
}
