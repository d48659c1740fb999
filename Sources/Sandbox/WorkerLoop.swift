// The worker process: it reads the photos it is sent, and is not permitted anything else.
import Books
import CConfine
import Documents
import Foundation
import Reading

struct WorkerLoop {
    /// The exit code of a worker that ran out of memory.
    static let outOfMemory: Int32 = 3

    /// Sent instead of a record: a page of a document is done, the record is still to come.
    static let finishedPage = Data([1])
    /// Sent instead of a record: a page of a photo was found and is being read.
    static let beganPage = Data([2])

    let scanner: PhotoScanner

    func run(_ options: ScanOptions, _ limits: WorkerLimits) -> Never {
        confine_raise_oom_score()
        confine_bound_memory(UInt64(limits.memory))
        confine_end_without_memory(Self.outOfMemory)
        let missingLayers = confine_enter_sandbox(options.debugImages?.systemPath)
        let channel = Channel(ForkServerLoop.channel)
        var deadline = Deadline(nil)
        do throws(WorkerFailure) {
            try channel.send(Data([UInt8(truncatingIfNeeded: missingLayers)]), &deadline)
            while true { try read(channel, &deadline) }
        } catch {
            _exit(EXIT_SUCCESS)
        }
    }

    private func read(_ channel: Channel, _ deadline: inout Deadline) throws(WorkerFailure) {
        let photo = try PhotoTransfer.receive(from: channel, &deadline)
        if let archive = photo.archive { return try UnpackingLoop(channel).run(archive) }
        let sha256 = (try? photo.bytes.get()).flatMap(PhotoScanner.sha256)
        try channel.send(message: Data((sha256 ?? "").utf8), &deadline)
        let pages = photo.pdfProcess.map(ChannelPages.init)
        var scanner = scanner
        switch photo.request {
        case .record(let options): if let options { scanner = scanner.asking(options) }
        case .picture(let picture):
            let made = (try? photo.bytes.get()).flatMap { bytes in
                pages.map { PictureMaker.picture(of: bytes, by: $0, picture) }
                    ?? PictureMaker.picture(of: bytes, picture)
            }
            return try channel.send(message: made ?? Data(), &deadline)
        case .cover(let request):
            let cut = (try? photo.bytes.get()).flatMap { CoverCutter.cover(of: $0, request) }
            return try channel.send(cut, &deadline)
        }
        var failure: WorkerFailure?
        func send(_ body: (inout Deadline) throws(WorkerFailure) -> Void) {
            var deadline = Deadline(nil)
            do throws(WorkerFailure) { try body(&deadline) } catch { failure = error }
        }
        func send(_ page: PageReading) {
            send { (deadline) throws(WorkerFailure) in try channel.send(PageMessage(page), &deadline) }
        }
        func sendMessage(_ message: Data) {
            send { (deadline) throws(WorkerFailure) in try channel.send(message: message, &deadline) }
        }
        switch photo.bytes {
        case .success(let bytes):
            if let format = DocumentFormat(of: bytes) {
                let record = scanner.scan(bytes, as: format, pages, name: photo.name, sha256: sha256) {
                    sendMessage(Self.finishedPage)
                }
                var page = PageReading(record: record)
                page.isDocument = true
                send(page)
            } else {
                scanner.scan(
                    bytes, name: photo.name, sha256: sha256, begins: { sendMessage(Self.beganPage) }, send)
            }
        case .failure(let error):
            send(PageReading(failed: photo.name, error))
        }
        if let failure { throw failure }
        try channel.send(message: Data(), &deadline)
    }
}
