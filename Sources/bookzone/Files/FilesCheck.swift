// `bookzone files check`: compares a run's records with its files.
import ArgumentParser
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading
import Sandbox

struct FilesCheck: PhotoCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Compares a run's records with its files.",
        discussion: """
            Each photo is read and compared with the SHA-256 of its record, also in archives. One line is \
            printed for each difference:

              missing: PATH          the photo is gone
              changed: PATH          the file is not the one that was scanned
              no record: PATH        a photo beside them that was not scanned
              unreadable: PATH: …    the file can't be compared

            \(Exit.help([.success: "records and files agree", .incomplete: "some differ", .badInput: "some could not be read, or not the results of a scan"]))
            """)

    @OptionGroup var results: RunArgument

    func workers() throws(ScanError) -> ForkServer {
        try PhotoWorkers.server(limits: WorkerLimits(memory: WorkerLimits.shareOfMemory(jobs: 1)))
    }

    func run(with workers: ForkServer) async throws {
        let opened = try results.opened(changes: false)
        var output = BufferedOutput(try OutputFile(nil))
        var end = Exit.success
        var counts: [String: Int] = [:]
        var check = RunCheck(results.file, archives: ArchiveWorkers(workers))
        func report(_ findings: [RunCheck.Finding]) throws(OutputError) {
            for finding in findings {
                counts[finding.word, default: 0] += 1
                end.raise(to: finding.end)
                try output.write("\(finding.word): \(finding.words)\n")
            }
        }
        try opened.forEachPhoto { try report(check.add($0)) }
        try report(check.finish())
        try output.finish()
        Console.note(
            (["\(check.unchanged.counted("photo")) as recorded"]
                + ["changed", "missing", "no record", "unreadable"].compactMap { word in
                    counts[word].map { "\($0) \(word)" }
                } + (check.skipped > 0 ? ["\(check.skipped) not from files"] : [])).joined(separator: ", "))
        try end.end()
    }
}

extension RunCheck.Finding {
    fileprivate var word: String {
        switch self {
        case .missing: "missing"
        case .changed: "changed"
        case .noRecord: "no record"
        case .unread: "unreadable"
        }
    }

    fileprivate var words: String {
        switch self {
        case .missing(let name), .changed(let name), .noRecord(let name): name.shownPath
        case .unread(let name, let error): "\(name.shownPath): \(error.cause.printable)"
        }
    }

    fileprivate var end: Exit { if case .unread = self { .badInput } else { .incomplete } }
}
