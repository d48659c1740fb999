// `bookzone inventory scan`: reads photos of what is there.
import ArgumentParser
import Batch
import Books
import Catalogue
import Fetching
import Formatting
import Foundation
import Output
import Reading
import Sandbox

struct InventoryScan: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Reads photos of what is there.",
        discussion: """
            Takes photos, folders, and the results of scans, and stores what each photo shows as soon as it was read. A photo \
            that the inventory has already is not read again; --place corrects its place. House labels are always read, whatever \
            --readers says, and a photo that shows the label of a copy is found. Decisions of reviewers apply.

            `--help` shows the common options, `--help-all` all of them.

            \(Exit.help([.success: "an ISBN or a label was found on every photo", .incomplete: "some photos have none, or an uncertain one", .badInput: "some photos could not be read", .outputFailed: "the store is read-only", .tryAgain: "a temporary failure, or the disk is full"]))
            """)

    @Argument(help: .inventory) var name: String
    @OptionGroup(title: "Input") var input: InputOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the photos were taken: a path such as room/case/shelf.", valueName: "path"))
    var place: String?
    @Flag(help: .watch) var watch = false
    @OptionGroup(title: "Reading") var reading: ReadingOptions
    @OptionGroup(title: "Grouping") var groups: GroupOptions
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        try input.requireSome()
        try groups.check(input)
        try groups.check(isWatching: watch)
        if watch { try input.requireFolders() }
    }

    func workers() throws(ScanError) -> ForkServer {
        var options = reading.scanOptions
        options.readers.insert(.label)
        return try PhotoWorkers.server(options: options, limits: reading.limits)
    }

    func run(with workers: ForkServer) async throws {
        try ResultFile.refuseTables(input.paths)
        let (store, _) = try catalogue.open()
        try store.requireOpenInventory(name)
        if store.isReadOnly { throw CatalogueError.readOnly(path: store.path, .system(errno: EROFS)) }
        let place = BookCopy.path(place)
        try BookCopy.checkLength(of: place)
        let folders = watch ? WatchedFolders(input.paths) : nil
        let stock = StockTaker(store: store, name: name, place: place, settling: folders?.settling)
        if let folders {
            try await folders.read { _ in
                try makeBatch(workers, caches: [folders.settling, stock])
            } end: {
                try await stock.check()
            } take: {
                await stock.take($0)
            }
            return try await stock.finish()
        }
        Interrupt.stopsRun()
        // What was seen in a photo that is known is not there to be combined with other photos of its book.
        let batch = try makeBatch(workers, caches: groups.group == nil ? [stock] : [])
        await batch.run { result in
            await stock.take(result)
            // What is read after a failure can't be stored.
            if await stock.hasFailed { withUnsafeCurrentTask { $0?.cancel() } }
        }
        try await stock.finish()
        try await stock.exit.end()
    }

    private func makeBatch(_ workers: ForkServer, caches: [any ScanCache]) throws -> ScanBatch {
        try ScanBatch(
            input.inputs, workers: PhotoWorker.workers(workers, jobs: reading.jobs), caches: caches,
            grouping: groups.group, isStrict: reading.isStrict, source: PhotoFetcher(jobs: reading.jobs),
            archives: ArchiveWorkers(workers))
    }
}

/// Stores what photos show in an inventory. Each photo is stored as soon as its result is there.
private actor StockTaker: ScanCache {
    private nonisolated let store: Store
    private nonisolated let name: String
    private nonisolated let place: String?
    /// Of watched folders.
    private nonisolated let settling: StablePhotos?
    private var tally = ScanTally()
    private var known = 0
    private var failure: (any Error)?

    init(store: Store, name: String, place: String?, settling: StablePhotos?) {
        (self.store, self.name, self.place, self.settling) = (store, name, place, settling)
    }

    func take(_ result: ScanResult) {
        guard failure == nil else { return }
        // In watched folders, those that may still grow count as known, too.
        if case .known(_, let photos) = result, settling == nil { known += photos }
        do {
            for record in result.locatedRecords { try take(record) }
        } catch {
            failure = error
        }
    }

    private func take(_ read: PhotoRecord) throws {
        let photo = try store.decided(read)
        photo.record.noteFailure()
        let others = Set(read.photos.map(\.photo)).subtracting([read.photo])
        let showsLabel = try store.take(
            read, into: name, at: place, from: PhotoPath(read.photo).resolvedName,
            others: others.compactMap { PhotoPath($0).resolvedName })
        tally.count(photo.record, showsLabel: showsLabel)
    }

    var hasFailed: Bool { failure != nil }

    /// - Throws: why a photo could not be stored.
    func check() throws {
        guard let failure else { return }
        let isPassing = [.outputFailed, .tryAgain].contains((failure as? CatalogueError)?.end)
        Console.note(
            "stored so far: \(tally.summary)"
                + (isPassing ? "; to continue: `\(Console.command.printable)`" : ""))
        throw failure
    }

    func finish() throws {
        try check()
        Console.note(tally.summary + (known > 0 ? "; \(known.counted("photo")) known already" : ""))
    }

    var exit: Exit { ExitPolicy().end(of: tally) }

    // MARK: What is known

    nonisolated func isKnown(_: String, _: FileStamp) -> Bool { false }

    nonisolated func mayBeKnown(_: String, _: FileStamp) -> Bool { true }

    nonisolated func cached(_ photo: String, sha256: String) -> ScanResult? {
        guard (try? store.isInventoried(sha256, in: name, at: place)) == true else { return nil }
        settling?.finish(photo, hasFailed: false)
        return .known(photo)
    }
}
