// `bookzone isbn`: checks, converts and explains ISBNs, and finds them in text.
import ArgumentParser
import Books
import Formatting
import Foundation
import Output

struct CheckISBN: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "isbn",
        abstract: "Checks, converts and explains ISBNs, or finds them in text.",
        discussion: """
            Each TEXT is an ISBN-13, ISBN-10 or SBN, or contains some. Without TEXT, or with -, it finds all \
            ISBNs in the text on standard input, even if broken over lines. On a terminal it prints a table with \
            each ISBN's registration group, registrant range and position; into a pipe, one ISBN-13 per line.

            With --to, every TEXT, or every line of standard input, gives one line: the ISBN in that form, or - \
            followed by a tab and the reason. An ISBN outside the registered ranges is also followed by the \
            reason.

            EXAMPLES
              bookzone isbn 0-306-40615-2                      check and explain
              bookzone isbn --to hyphenated 9780306406157      978-0-306-40615-7
              bookzone isbn --to 13 < list.txt | cut -f1       line by line
              pdftotext book.pdf - | bookzone isbn             all ISBNs in a text
              bookzone isbn --format jsonl < page.txt | jq .   everything known

            \(Exit.help([.success: "all are ISBNs", .incomplete: "some are not, or none was found", .badInput: "the input could not be read"]))
            """)

    @Argument(
        help: ArgumentHelp("ISBNs, texts that contain ISBNs, or - for standard input.", valueName: "text"))
    var texts: [String] = []

    @Option(
        help: ArgumentHelp("Convert each ISBN to this form: 13, 10, hyphenated or urn.", valueName: "form"))
    var to: ISBNTarget?

    @OptionGroup var output: OutputOptions

    private var readsInput: Bool { texts.isEmpty || texts == ["-"] }

    func validate() throws {
        if texts.count > 1, texts.contains("-") {
            throw ValidationError("- can't be combined with other arguments")
        }
        if to != nil, output.format != nil {
            throw ValidationError("--to prints one line each and can't be combined with --format")
        }
        if texts.isEmpty, isatty(STDIN_FILENO) == 1 {
            throw ValidationError("give an ISBN, or text on standard input")
        }
    }

    func run() throws {
        let isAllValid = try to.map(convert) ?? (readsInput ? extract() : check())
        if !isAllValid { throw Exit.incomplete }
    }

    /// One line for each text or line.
    private func convert(to target: ISBNTarget) throws -> Bool {
        var output = BufferedOutput(try ResultFile.open(self.output.output))
        var input = StandardInput()
        var isAllValid = true
        while let lines = readsInput ? try input.nextLines() : texts {
            for line in lines {
                let (answer, note) = target.answer(for: line)
                if answer == nil { isAllValid = false }
                try output.write((answer ?? "-") + (note.map { "\t" + $0.printable } ?? "") + "\n")
            }
            try output.flush()
            if !readsInput { break }
        }
        try output.finish()
        return isAllValid
    }

    /// The numbers given, or those in the texts given. An ISBN with spaces that came as several arguments counts as
    /// one.
    private func check() throws -> Bool {
        var printer = try AnswerPrinter(output)
        var answers = texts.flatMap(ISBNAnswer.answers)
        let whole = ISBNAnswer(texts.joined(separator: " "))
        if whole.isbn != nil, answers.allSatisfy({ $0.isbn == nil }) { answers = [whole] }
        for answer in answers {
            try printer.print(answer)
            printer.remark(on: answer)
        }
        try printer.finish()
        return printer.isAllValid
    }

    /// All ISBNs in the text on standard input.
    private func extract() throws -> Bool {
        var printer = try AnswerPrinter(output)
        var input = StandardInput()
        var stream = ISBNStream()
        var isOpen = true
        while isOpen {
            let text = try input.nextText()
            isOpen = text != nil
            let findings = text.map { stream.find(in: $0) } ?? stream.finish()
            for answer in ISBNAnswer.answers(for: findings, line: { stream.line(at: $0) }) {
                try printer.print(answer)
            }
            try printer.flush()
        }
        try printer.finish()
        printer.remarkOnAll()
        return printer.isAllValid
    }
}

/// Prints answers in one format and counts them.
struct AnswerPrinter: ~Copyable {
    private let format: OutputFormat
    private var printer: RowPrinter<ISBNAnswer>
    private var found = 0
    private var invalid = 0
    private var unregistered = 0

    init(_ options: OutputOptions) throws {
        format = options.chosen
        printer = try options.printer(of: ISBNAnswer.self)
    }

    /// Whether there were ISBNs and nothing else.
    var isAllValid: Bool { found > 0 && invalid == 0 }

    mutating func print(_ answer: ISBNAnswer) throws {
        if let isbn = answer.isbn {
            found += 1
            if !isbn.isRegistered { unregistered += 1 }
        } else {
            invalid += 1
        }
        try printer.print(answer)
    }

    mutating func flush() throws(OutputError) { try printer.flush() }

    mutating func finish() throws(OutputError) { try printer.finish() }

    /// Prints what the plain list does not show about an answer.
    func remark(on answer: ISBNAnswer) {
        guard format == .text else { return }
        let text = answer.text.printable
        if let error = answer.error {
            Console.note("\(text): \(error.words)")
        } else if answer.isbn?.isRegistered == false {
            Console.note("\(text): outside the registered ranges")
        }
    }

    /// Prints what the plain list does not show about all answers together.
    func remarkOnAll() {
        if found == 0 { Console.note("no ISBN found") }
        guard format == .text else { return }
        if unregistered > 0 { Console.note("\(unregistered) of \(found) outside the registered ranges") }
        if invalid > 0 {
            let verb = invalid == 1 ? "is" : "are"
            Console.note(
                "left out: \(invalid.counted("number")) that \(verb) not valid; --format table shows all")
        }
    }
}
