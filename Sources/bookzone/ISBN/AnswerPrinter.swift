// Answers on standard output, and what a plain list leaves out on standard error.
import Books
import Formatting
import Foundation
import Output

/// Prints answers in one format and keeps count of them.
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

    /// Says of each answer what the plain list can't.
    func remark(on answer: ISBNAnswer) {
        guard format == .text else { return }
        let text = answer.text.printable
        if let error = answer.error {
            Console.note("\(text): \(error.words)")
        } else if answer.isbn?.isRegistered == false {
            Console.note("\(text): outside the registered ranges")
        }
    }

    /// Says of all answers together what the plain list can't.
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
