// A worker: it reads the photos that it is handed, and can do nothing else.
import Books
import CConfine
import Foundation
import Scanning

struct WorkerLoop {
    /// The exit code of a worker that was refused memory.
    static let withoutMemory: Int32 = 3

    let scanner: PhotoScanner

    func run(_ options: ScanOptions, _ limits: ReadingLimits) -> Never {
        confine_offer_memory()
        confine_bound_memory(UInt64(limits.memory))
        confine_end_without_memory(Self.withoutMemory)
        let openDoors = confine_lock(options.debugImages)
        let channel = Channel(ServerLoop.channel)
        var patience = Patience(nil)
        do throws(WorkerFailure) {
            try channel.send(Data([UInt8(truncatingIfNeeded: openDoors)]), &patience)
            while true { try read(channel, &patience) }
        } catch {
            _exit(EXIT_SUCCESS)
        }
    }

    private func read(_ channel: Channel, _ patience: inout Patience) throws(WorkerFailure) {
        let name = String(decoding: try channel.message(&patience), as: UTF8.self)
        let photo = try channel.message(longest: .max, &patience)
        var failure: WorkerFailure?
        scanner.scan(photo, name: name) { record in
            do throws(WorkerFailure) {
                var message = Data()
                record.pack(into: &message)
                try channel.send(message: message, &patience)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try channel.send(message: Data(), &patience)
    }
}
