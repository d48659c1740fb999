// Makes covers of what servers send, in a worker that starts with the first one.
import Books
import Foundation
import Lookup
import Reading
import Sandbox

actor CoverWorker {
    private var worker: PhotoWorker?

    /// - Parameter workers: where its worker comes from; `nil` starts a process of its own.
    init(_ workers: ForkServer? = nil) { worker = workers.map(PhotoWorker.init) }

    /// For one run of the program.
    static func maker(_ workers: ForkServer? = nil) -> CoverMaker {
        let worker = CoverWorker(workers)
        return { try await worker.cover(of: $0) }
    }

    private func cover(of file: Data) async throws(ScanError) -> CoverPicture? {
        try await started().cover(.whole, of: Photo(name: "cover", content: .streamed(file)))
    }

    private func started() throws(ScanError) -> PhotoWorker {
        if let worker { return worker }
        let limits = ReadingLimits(time: .seconds(20), memory: ReadingLimits.shareOfMemory(jobs: 1))
        let new = PhotoWorker(try PhotoWorkers.server(options: ScanOptions(readers: []), limits: limits))
        worker = new
        return new
    }
}
