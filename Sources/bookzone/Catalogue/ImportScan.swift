// `bookzone import` of a scan's results, for example from a machine without a store.
import Batch
import Books
import Catalogue
import Formats
import Formatting
import Foundation
import HTTP
import Output
import Providers
import Reading

/// Importing the same results again changes nothing, and decisions on photos stay. No source is asked: books without
/// a title are pending for `bookzone lookup --pending`. A shared catalogue takes only the books.
struct ScanImport {
    let file: ImportFile
    let storeOptions: StoreOptions

    /// How many records are saved in one transaction.
    private static let batch = 500

    func run() throws {
        let records: PartReader
        do {
            records = try PartReader(InputFile(at: file.input.fileDescriptor), name: file.name)
        } catch {
            throw Refusal(error.message)
        }
        let store = try storeOptions.catalogue()
        if store.isReadOnly { throw CatalogueError.readOnly(path: store.place, .system(errno: EROFS)) }
        let sources = try SourceSet(HTTPOptions(program: "BookZone"))
        var tally = ScanTally()
        var left = 0
        let progress = ImportProgress()
        defer { progress.clear() }
        do {
            while true {
                var batch: [PhotoRecord] = []
                while batch.count < Self.batch, let next = try records.nextRecord() {
                    batch.append(next.record.located(from: next.place))
                    tally.count(next.record)
                }
                if batch.isEmpty { break }
                left += try batch.count {
                    try $0.chosenBook != nil && store.decision(for: $0, saves: false) == nil
                }
                try store.take(batch) { isbn in sources.sources(for: isbn).map(\.key) }
                progress.advance(by: batch.count, file.fraction)
            }
            progress.clear()
        } catch let error as PartError {
            throw Refusal(error.message)
        }
        Console.note("imported \(tally.summary)")
        if left > 0 {
            Console.note(
                "\(left.counted("book")) without an ISBN \(left == 1 ? "was" : "were") chosen in `review`, and \(left == 1 ? "is" : "are") not imported: "
                    + "decide on the photos here, or move the whole store with `bookzone store dump`")
        }
        try store.unnamed().note()
    }
}

// Reports books without a title, and how to get one.
extension UnnamedBooks {
    /// Writes to standard error; nothing if every book has a title.
    func note() {
        noteWaiting()
        if unknown > 0 {
            Console.note(
                "\(unknown.counted("book")) \(unknown == 1 ? "is" : "are") unknown to all sources; "
                    + "name books with `bookzone edit ISBN --title …`")
        }
    }

    /// The books that `bookzone lookup --pending` looks up.
    func noteWaiting() {
        guard waiting > 0 else { return }
        Console.note(
            "\(waiting.counted("book")) \(waiting == 1 ? "waits" : "wait") to be looked up; "
                + "run `bookzone lookup --pending`")
    }
}
