// Reads photos as `bookzone scan --format jsonl` does, but in this process: what confined workers cost is the difference.
import Foundation
import Reporting
import Scanning

@main
struct BatchBench {
    /// The number of jobs, and photos or folders.
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let jobs = arguments.first.flatMap({ Int($0) }), arguments.count > 1 else {
            FileHandle.standardError.write(Data("usage: batch-bench JOBS PATH…\n".utf8))
            exit(64)
        }
        let paths = arguments.dropFirst().map { PhotoPath($0) }
        let batch = try ScanBatch(.paths(Array(paths)), options: ScanOptions(), jobs: jobs)
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
