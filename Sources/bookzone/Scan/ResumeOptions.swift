// Options of `scan` for runs that go on where an earlier one stopped.
import ArgumentParser
import Books
import Foundation
import Reporting
import Scanning

struct ResumeOptions: ParsableArguments {
    /// Verdicts by which photos are read again.
    struct Retried: ExpressibleByArgument {
        let statuses: [ScanStatus]

        init?(argument: String) {
            let words = argument.split(separator: ",", omittingEmptySubsequences: false)
            statuses = words.compactMap { ScanStatus(rawValue: String($0)) }
            guard statuses.count == words.count, !statuses.contains(.found) else { return nil }
        }
    }

    @Flag(
        help: """
            Go on with what the file of --output holds, whatever ended the run before: a photo that is known there is \
            not read again. FILE.run beside it keeps the options and what each photo's file was like.
            """)
    var resume = false

    @Option(
        name: .customLong("retry"),
        help: ArgumentHelp(
            "With --resume or --lookup: read photos again that were failed, uncertain or none; repeat it or give a list.",
            valueName: "list"))
    var retried: [Retried] = []

    @Flag(
        help:
            "With --resume: take records of which nothing says how they were read for read with these options."
    )
    var acceptOptions = false

    /// Photos with such a page are read again.
    var statuses: StatusSet { StatusSet(retried.flatMap(\.statuses)) }

    func check(_ input: InputOptions, _ output: OutputOptions, lookup: Bool) throws {
        if !resume, !lookup, !retried.isEmpty {
            throw ValidationError("--retry goes with --resume or --lookup")
        }
        if !resume, acceptOptions { throw ValidationError("--accept-options goes with --resume") }
        guard resume else { return }
        guard output.output != nil else { throw ValidationError("--resume goes with --output FILE") }
        if let format = output.format, format != .jsonl {
            throw ValidationError(
                "--resume keeps records, as --format jsonl writes them; `bookzone show` makes other formats of them"
            )
        }
        if input.paths.contains("-") {
            throw ValidationError("--resume needs photos that it can come back to; standard input can't be")
        }
    }

    /// What was read before; `nil` where a run begins anew.
    func journal(
        _ file: String?, _ settings: RunSettings, inputs: [String]
    ) throws -> RecordJournal? {
        guard resume, let file else {
            try file.map(refuseUnfinished)
            return nil
        }
        try ResultFile.checkJournal(file, inputs: inputs)
        let journal = try RecordJournal(file, settings, retrying: statuses, adoptsOthers: acceptOptions)
        if journal.isAdopted {
            Console.note(
                "\(file.printable): nothing says how it was read; taken for read with these options".printable
            )
        }
        return journal
    }

    /// Without --resume the file begins anew, which must not cost what an interrupted run has read.
    private func refuseUnfinished(_ file: String) throws {
        let partial = file + ".partial"
        guard access((file + ".run").systemPath, F_OK) == 0, access(partial.systemPath, F_OK) == 0 else {
            return
        }
        throw Refusal(
            "\(partial.printable): holds what an interrupted run has read; add --resume to go on with it, or remove it "
                + "to begin anew", .usage)
    }
}

extension ReadingOptions {
    /// What of it changes a photo's record.
    func settings(lookup: Bool, group: String? = nil) throws(ScanError) -> RunSettings {
        let scan = scanOptions
        return RunSettings(
            version: ProgramVersion.current, model: try scan.modelHash(),
            options: RunSettings.Options(
                crop: scan.crop?.argument, group: group, lookup: lookup,
                readers: scan.readers.map(\.rawValue),
                rotate: scan.rotation, strict: scan.isStrict))
    }
}

extension RecordJournal: PhotoMemory {
    package func recalled(_ name: String, sha256: String) -> ScanResult? {
        switch recalls(name, sha256: sha256) {
        case .complete: .known(name)
        case .read(let records): .photo(records)
        case nil: nil
        }
    }

    /// What can't be written now is written, or told, when its turn in the order comes.
    package func wasRead(_ records: [PhotoRecord]) {
        try? keepEarly(records)
    }

    package func recalled(book files: [NamedStamp]) -> ScanResult? {
        recalls(book: files).map { .known($0, photos: files.count) }
    }
}
