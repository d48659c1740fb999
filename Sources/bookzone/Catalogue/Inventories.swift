// `bookzone inventory`: compares the copies that should be somewhere with photos of what is there.
import ArgumentParser
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Output
import Reading
import RunReport
import Sandbox

struct Inventories: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory",
        abstract: "Takes stock: compares photos of shelves with what should be there.",
        discussion: """
            Begin an inventory, photograph what is there, place by place, and look at what is missing, misplaced or \
            unexpected. It can be stopped and continued at any time, and several people can take photos at once. Nothing \
            changes in the catalogue until it is ended.

            EXAMPLES
              bookzone inventory begin spring --place hall
              bookzone inventory scan spring photos/case1 --place "hall/case 1"
              bookzone inventory scan spring inbox --watch --place "hall/case 2"
              bookzone inventory show spring
              bookzone inventory end spring --dry-run
            """,
        subcommands: [
            InventoryBegin.self, InventoryScan.self, InventorySee.self, InventoryCorrect.self,
            InventoryShow.self, InventoryEnd.self, InventoryRemove.self,
        ])
}

extension ArgumentHelp {
    static let inventory: ArgumentHelp = "The name of the inventory."
}

struct InventoryBegin: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Begins an inventory and records what it expects.",
        discussion: """
            Without an option it expects all copies that are not gone. A file has one copy per line: copy:…, a label, or an \
            ISBN or id:… of a book; a book on several lines is expected several times.

            \(Exit.help([.success: "it has begun", .incomplete: "the list, a copy or a book is unknown", .badInput: "the name is taken, or a line names several copies"]))
            """)

    @Argument(help: .inventory) var name: String
    @Argument(help: "A file with what is expected; - is standard input.", completion: .file())
    var file: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Expect the copies in this place, and in the places in it.", valueName: "path"))
    var place: String?
    @Option(
        help: ArgumentHelp(
            "Expect the copies on this shared list, and one of each of its books without copies.",
            valueName: "name"),
        completion: StoreCompletion.lists)
    var list: String?
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        guard [file != nil, place != nil, list != nil].count(where: { $0 }) < 2 else {
            throw ValidationError("give a file, --place or --list: one of the three")
        }
        if let place, BookCopy.path(place) == nil { throw ValidationError("--place is empty") }
    }

    func run() throws {
        let (store, _) = try catalogue.open()
        let scope: InventoryScope =
            if let path = place.flatMap({ BookCopy.path($0) }) {
                .place(path)
            } else if let list {
                .list(list)
            } else if let file {
                .lines(try TextFile.lines(file).compactMap(\.tidied), file: file)
            } else {
                .all
            }
        let inventory = try store.beginInventory(name, of: scope)
        if inventory.copies == 0 {
            Console.note("no copies are expected; everything seen will be unexpected")
        }
        try SavedChange.print(InventoryListRow(inventory: inventory).textLines[0] + "\n")
    }
}

struct InventorySee: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "see", abstract: "Records copies that somebody sees, without a photo.",
        discussion: """
            Also takes the ticks that were saved on a report's page: `bookzone inventory see spring - < seen.txt`. \
            `bookzone undo` takes it back.

            \(Exit.help([.success: "all were recorded", .incomplete: "some copies are unknown", .badInput: "the inventory has ended"]))
            """)

    @Argument(help: .inventory) var name: String
    @Argument(help: .copies) var copies: [String]
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where they are, if not where they should be.", valueName: "path"))
    var place: String?
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        try catalogue.forEachCopy(of: copies, .see) { store, name in
            let copy = try store.copy(name)
            if let id = copy.id {
                try store.see(
                    id, in: self.name, at: BookCopy.path(place), by: catalogue.person.name(in: store))
            }
            return copy
        }
    }
}

struct InventoryCorrect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Corrects what photos show, book by book.",
        discussion: """
            Takes the corrections that were saved on a report's page: `bookzone inventory correct spring corrections.jsonl`. A \
            photo shows another book instead of one that was misread, one more, one less, or none. `bookzone undo` takes the \
            last correction back.

            \(Exit.help([.success: "all were taken", .incomplete: "some photos don't show what is to be corrected", .badInput: "the inventory has ended, or lines are no corrections"]))
            """)

    /// A line of the file. `docs/correction.schema.json` describes it.
    private struct Line: Decodable {
        var photo: String
        var correction: PhotoCorrection

        private enum Key: String, CodingKey, CaseIterable { case page, photo, right, sha256, wrong }
        private enum ReadingKey: String, CodingKey, CaseIterable { case isbn13, position }
        private struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        /// A misspelt key must not be taken for a correction that says less.
        init(from decoder: any Decoder) throws {
            let line = try decoder.container(keyedBy: Key.self)
            try Self.require(Key.self, optionally: ["copies"], in: decoder.container(keyedBy: AnyKey.self))
            if try !line.decodeNil(forKey: .wrong) {
                try Self.require(
                    ReadingKey.self, in: line.nestedContainer(keyedBy: AnyKey.self, forKey: .wrong))
            }
            photo = try line.decode(String.self, forKey: .photo)
            correction = try PhotoCorrection(from: decoder)
        }

        /// All keys of a kind, and no others but these.
        private static func require<Keys: CodingKey & CaseIterable>(
            _ keys: Keys.Type, optionally others: Set<String> = [],
            in object: KeyedDecodingContainer<AnyKey>
        ) throws {
            let found = Set(object.allKeys.map(\.stringValue)).subtracting(others)
            guard found == Set(keys.allCases.map(\.stringValue)) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: object.codingPath, debugDescription: "other keys"))
            }
        }
    }

    @Argument(help: .inventory) var name: String
    @Argument(help: "The file of corrections; - is standard input.", completion: .file()) var file: String
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        let (store, currentUser) = try catalogue.open()
        try store.requireOpenInventory(name)
        var end = Exit.success
        var taken = 0
        for (number, text) in try TextFile.lines(file).enumerated() where !text.allSatisfy(\.isWhitespace) {
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else {
                Console.note(
                    "\(file.shownPath):\(number + 1): not a correction; use a file saved from a report")
                end.raise(to: .badInput)
                continue
            }
            do throws(CatalogueError) {
                try store.recordingChange(.decide, line.photo, by: currentUser)
                    .correct(line.correction, in: name)
                taken += 1
            } catch {
                guard case .inventory(.notSeen) = error else { throw error }
                Console.note(
                    "\(line.photo): does not show, or no longer shows, the book to be corrected".printable)
                end.raise(to: .incomplete)
            }
        }
        Console.note("\(taken.counted("correction")) taken")
        try end.end()
    }
}

struct InventoryShow: PhotoCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows what is missing, misplaced, unexpected or in doubt.",
        discussion: """
            Without a name it lists the inventories. Photos of one place that show the same book count as photos of one copy, \
            unless more are expected there.

            STATUS
              missing        not seen
              too few        not seen, but another copy of the book was seen in the same place
              misplaced      seen elsewhere than it should be
              unexpected     seen, but it belongs nowhere, or was lent before
              too many       seen, although all copies of the book were seen elsewhere
              in doubt       a photo without a sure ISBN, or a copy that may be in one
              unknown label  a label in a photo that no copy has: see `bookzone copy link`
              out of order   stands behind a book before which it belongs (with --order)
              lent           not seen, and somebody has borrowed it (with --all)
              present        seen where it should be, also if lent since (with --all)

            \(Exit.help([.success: "all is as expected", .incomplete: "there are differences, or no such inventory"]))
            """)

    @Argument(help: .inventory) var name: String?
    @Flag(help: "Also show copies that are present or lent.") var all = false
    @Option(
        help: ArgumentHelp(
            "Also show adjacent books in a photo that are out of this order: author, title, or list:NAME.",
            valueName: "order"))
    var order: ShelfOrder?
    @Option(
        help: ArgumentHelp(
            "Also write a page into this folder, with the photos, to go through at the shelf.",
            valueName: "dir"), completion: .directory)
    var report: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var catalogue: CopyOptions

    private static let jobs = min(1024, MachineLimits.current.processors)

    func validate() throws {
        try ResultFile.checkFolder(report, "--report")
        if report != nil, name == nil { throw ValidationError("--report needs the name of an inventory") }
    }

    func workers() throws(ScanError) -> ForkServer {
        try PhotoWorkers.server(
            limits: WorkerLimits(
                time: WorkerLimits.defaultTime, memory: WorkerLimits.shareOfMemory(jobs: Self.jobs)))
    }

    func run(with workers: ForkServer) async throws {
        let (store, _) = try catalogue.open()
        guard let name else {
            return try output.print(
                store.inventories().map(InventoryListRow.init), orSay: "no inventories")
        }
        let lines = try store.findings(of: name)
        let disorder = try order.map { try store.disorder(in: name, by: $0) } ?? []
        let open = lines.filter { ![.present, .lent].contains($0.finding.status) } + disorder
        let shown = all ? lines + disorder : open
        try output.print(shown.map(InventoryRow.init))
        let summary = (lines + disorder).summary
        if let report {
            try RunPictures.check(report)
            let workers = PhotoWorker.workers(workers, jobs: Self.jobs)
            let inventory = try store.inventory(name)
            try await InventoryReport(report, workers: workers).write(
                shown, of: inventory, showing: store.booksShown(in: inventory.id), summary: summary,
                ticking: "bookzone inventory see \(name.shellWord) - < seen.txt",
                correcting: "bookzone inventory correct \(name.shellWord) corrections.jsonl")
            Console.note("to look at: \("\(report)/index.html".shownPath)")
        }
        Console.note(summary)
        if !open.isEmpty { throw Exit.incomplete }
    }
}

extension ShelfOrder: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Store {
    /// - Throws: `inventory`, if it is unknown or ended.
    func requireOpenInventory(_ name: String) throws(CatalogueError) {
        if try inventory(name).ended != nil { throw .inventory(.ended(name)) }
    }
}

extension [InventoryLine] {
    /// `40 present, 2 missing, 1 misplaced`.
    fileprivate var summary: String {
        let counts = InventoryFinding.Status.allCases.compactMap { status -> String? in
            let count = count { $0.finding.status == status }
            return count > 0 ? "\(count) \(status.words)" : nil
        }
        return counts.isEmpty ? "nothing is expected, and nothing was seen" : counts.joined(separator: ", ")
    }
}

struct InventoryEnd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "Ends an inventory: moves copies to where they were seen.",
        discussion: """
            Copies that are misplaced get the place of their photo. With --lost, missing copies are marked as lost. Copies of \
            which too few were seen, those in doubt, and those that somebody moved, lent or returned since stay as they are. \
            `bookzone undo` takes it back, and the inventory is open again.

            \(Exit.help([.success: "it has ended", .incomplete: "there is no such inventory", .badInput: "it had ended before"]))
            """)

    @Argument(help: .inventory) var name: String
    @Flag(help: "Mark missing copies as lost.") var lost = false
    @Flag(help: "Only print what would change.") var dryRun = false
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        let (store, currentUser) = try catalogue.open()
        if dryRun { return try rehearse(store) }
        let changed = try store.recordingChange(.endInventory, name.tidied, by: currentUser)
            .endInventory(name, losing: lost)
        let output = try OutputFile(nil)
        try SavedChange.printing {
            for copy in changed.moved + changed.lost {
                try output.write(CopyRow(copy).textLines.map { $0 + "\n" }.joined())
            }
        }
        Self.note(changed.outdated)
        Console.note("\(changed.moved.count) moved, \(changed.lost.count) lost")
    }

    private static func note(_ outdated: [InventoryLine]) {
        for line in outdated {
            Console.note("stays as it is: \(InventoryRow(line: line).textLines[0])")
        }
    }

    private func rehearse(_ store: Store) throws {
        try store.requireOpenInventory(name)
        let all = try store.findings(of: name)
        let lines = all.filter { $0.finding.edit(losing: lost) != nil }
        let output = try OutputFile(nil)
        for line in lines { try output.write(InventoryRow(line: line).textLines[0] + "\n") }
        Self.note(all.filter { $0.finding.isOutdated(losing: lost) })
        let moved = lines.count { $0.finding.status == .misplaced }
        Console.note("\(moved) to move, \(lines.count - moved) to mark as lost")
    }
}

struct InventoryRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes an inventory with what its photos showed.",
        discussion: "Copies stay as they are. `bookzone undo` takes it back.\n\n"
            + Exit.help([.success: "it was removed", .incomplete: "there is no such inventory"]))

    @Argument(help: .inventory) var name: String
    @OptionGroup var catalogue: CopyOptions

    func run() throws {
        let (store, currentUser) = try catalogue.open()
        try store.recordingChange(.removeInventory, name.tidied, by: currentUser).removeInventory(name)
    }
}
