// Each archive is unpacked by a sandboxed process of its own; this process receives the members' names, and the bytes
// of those it asks for.
import CConfine
import Documents
import Foundation
import Reading

/// Opens archives in workers, one worker per archive.
package struct ArchiveWorkers: ArchiveOpener {
    private let server: ForkServer

    package init(_ server: ForkServer) {
        self.server = server
    }

    package func open(_ descriptor: Int32) throws(ScanError) -> any ArchiveMembers {
        do throws(WorkerFailure) {
            return try RemoteArchive(server, descriptor)
        } catch {
            throw ScanError(error, server.limits, end: nil)
        }
    }
}

/// An archive in a worker, which ends when this object is released.
private final class RemoteArchive: ArchiveMembers {
    private let worker: WorkerProcess
    /// Set when the worker has ended, and with it the position in the archive.
    private var failure: ScanError?

    init(_ server: ForkServer, _ descriptor: Int32) throws(WorkerFailure) {
        worker = try WorkerProcess(server)
        try worker.begin()
        var kind = PhotoTransfer.Kind.archive
        guard confine_send(worker.channel.descriptor, &kind, 1, descriptor) == 1 else { throw .ended }
    }

    func next() throws(ScanError) -> ArchiveReader.Member? {
        let answer = try asking(.next) { (message, _) throws(WorkerFailure) in
            try message.decoded(as: UnpackingLoop.Answer<ArchiveReader.Member?>.self)
        }
        do throws(ArchiveError) { return try answer.result.get() } catch { throw ScanError(error) }
    }

    func content(isWhole: Bool) throws(ScanError) -> (kind: MemberKind, bytes: Data) {
        var bytes = Data()
        let answer = try asking(isWhole ? .bytes : .kind) { (message, deadline) throws(WorkerFailure) in
            while !message.isEmpty {
                bytes += message
                // The worker has the same limit, but is not trusted.
                guard bytes.count <= Photo.sizeLimit + Self.spare else { throw .ended }
                deadline.renew()
                message = try worker.channel.message(&deadline)
            }
            message = try worker.channel.message(&deadline)
            return try message.decoded(as: UnpackingLoop.Answer<MemberKind>.self)
        }
        do throws(ArchiveError) { return (try answer.result.get(), bytes) } catch { throw ScanError(error) }
    }

    private static let spare = 1 << 20

    /// - Parameter body: is passed the first message of the answer.
    private func asking<Answer>(
        _ request: UnpackingLoop.Request, _ body: (inout Data, inout Deadline) throws(WorkerFailure) -> Answer
    ) throws(ScanError) -> Answer {
        if let failure { throw failure }
        let limits = worker.server.limits
        var deadline = Deadline(limits.time)
        do throws(WorkerFailure) {
            try worker.channel.send(Data([request.rawValue]), &deadline)
            var message = try worker.channel.message(&deadline)
            return try body(&message, &deadline)
        } catch {
            let failure = ScanError(error, limits, end: worker.end())
            self.failure = failure
            throw failure
        }
    }
}
