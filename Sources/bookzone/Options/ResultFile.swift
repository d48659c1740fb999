// Checks where results are written: never over a photo, a store, an input, or a run that can be resumed. Everything is
// checked before the first byte is written, with links resolved. Tables and pipes are refused where the results of a scan
// are read.
import ArgumentParser
import Batch
import Books
import Foundation
import Output
import Reading

extension ArgumentHelp {
    /// For `--output` of all commands with a results file.
    static let resultFile = ArgumentHelp(
        "Write to this file, which appears when it is complete.", valueName: "file")
}

extension NameSpecification {
    /// For `--output` of all commands.
    static let output: NameSpecification = [.customShort("o"), .customLong("output")]
}

extension String {
    /// The file that `--output` names; `nil` if that is `-`, standard output.
    var outputFile: String? { self == "-" ? nil : self }
}

enum ResultFile {
    /// Refuses a folder without a name, one of a store, and `-`, as folders can't be written to standard output.
    static func checkFolder(_ folder: String?, _ option: String) throws {
        if folder == "" || folder == "-" { throw ValidationError("\(option) takes a folder") }
        if let words = folder.flatMap(wordsOfStore) {
            throw ValidationError("\(words); choose another folder")
        }
    }

    /// Refuses `-` for a file besides the results, which are written to standard output.
    static func checkFile(_ file: String?, _ option: String) throws {
        if file == "" || file == "-" { throw ValidationError("\(option) takes a file") }
    }

    /// Opens a file for results; `nil` is standard output.
    ///
    /// - Parameters:
    ///   - partial, keepsDraft: see `OutputFile`.
    ///   - inputs: paths that the command reads besides photos and standard input.
    static func open(
        _ path: String?, partial: String? = nil, keepsDraft: Bool = false, inputs: [String] = []
    ) throws -> OutputFile {
        guard let path else {
            if FileIdentity(descriptor: STDOUT_FILENO) != nil {
                try check("/dev/stdout", inputs, "standard output")
            }
            return try OutputFile(nil)
        }
        try checkRun(path)
        for file in [path, partial ?? OutputFile.draft(of: path)] { try check(file, inputs, path) }
        return try OutputFile(path, partial: partial, keepsDraft: keepsDraft)
    }

    /// Refuses a file for a resumable run if one of the run's files is something else.
    static func checkJournal(_ path: String, inputs: [String]) throws {
        for file in [path] + RecordJournal.names(path) { try check(file, inputs, path) }
    }

    /// Whether nothing exists at the path of a folder to be created, and the name has a file extension.
    static func isNamedLikeAFile(_ folder: String) -> Bool {
        if PhotoPath(folder).exists { return false }
        return [".jsonl", ".json", ".csv", ".txt", ".html", ".htm", ".jpg", ".jpeg", ".png", ".pdf"].contains
        {
            folder.lowercased().hasSuffix($0)
        }
    }

    /// Checks the results of scans that a command reads: refuses tables, and pipes, because results are read more than once.
    static func checkRecords(_ paths: [String]) throws(Refusal) {
        for path in paths where PhotoPath(path).status?.isPipe == true {
            throw Refusal("\(path.shownPath): is a pipe; save the results in a file first")
        }
        try refuseTables(paths)
    }

    /// Refuses tables where the records of a scan are read, because a table does not hold all of a record.
    static func refuseTables(_ paths: [String]) throws(Refusal) {
        for path in paths where isNamedLikeATable(path) && PhotoPath(path).status?.isFile == true {
            guard let file = FileHandle(reading: path), let start = try? file.read(upToCount: 1),
                !start.isEmpty, start != Data("{".utf8)
            else { continue }
            throw Refusal(
                "\(path.shownPath): is a table; this takes the results that `scan -o FILE.jsonl` writes")
        }
    }

    static func isNamedLikeATable(_ path: String) -> Bool {
        [".csv", ".tsv", ".xlsx", ".ods"].contains { path.lowercased().hasSuffix($0) }
    }

    private static func check(_ file: String, _ inputs: [String], _ name: String) throws {
        if name.isEmpty { throw ValidationError("--output takes a file") }
        try checkStores(file)
        guard let identity = FileIdentity(path: file) else { return }
        let what: String? =
            if identity == FileIdentity(descriptor: STDIN_FILENO)
                || inputs.contains(where: { FileIdentity(path: $0) == identity })
            {
                "an input file"
            } else if holdsAStore(file) {
                "a store"
            } else if PhotoPath(file).holdsAPhoto {
                "a photo"
            } else {
                nil
            }
        if let what {
            throw Refusal(
                "\(name.shownPath): is \(what) and would be overwritten; choose another file", .usage)
        }
    }

    /// Judged by the first bytes of the database, or of its write-ahead log.
    static func holdsAStore(_ file: String) -> Bool {
        guard let handle = FileHandle(reading: file), let head = try? handle.read(upToCount: 16)
        else {
            return false
        }
        return head == Data("SQLite format 3\0".utf8)
            || [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]].contains(Array(head.prefix(4)))
    }
}
