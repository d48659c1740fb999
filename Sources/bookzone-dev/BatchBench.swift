import ArgumentParser
import Batch
// The cost of sandboxed workers is the difference from `bookzone scan --format jsonl`.
import Books
import Formatting
import Foundation
import Output
import Reading

struct BatchBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Reads photos in this process, and prints JSON Lines.")

    @Argument(help: "How many photos are read at a time.")
    var jobs: Int

    @Argument(help: "Photos or folders.")
    var paths: [String]

    func run() async throws {
        let batch = try ScanBatch(.paths(paths.map { PhotoPath($0) }), options: ScanOptions(), jobs: jobs)
        let printer = Printer()
        await batch.run { await printer.print($0) }
    }
}

private actor Printer {
    func print(_ result: ScanResult) {
        guard case .photo(let records) = result else { return }
        for record in records {
            guard let line = try? JSONLine.line(ScanRow(record)) else { continue }
            FileHandle.standardOutput.write(Data(line.utf8))
        }
    }
}
