// Which share of the photos a command line names, and where it goes.
import ArgumentParser
import Batch
import Foundation
import Output

/// `3/8`, `auto` or `auto/8`.
struct ShardArgument {
    let shard: Shard

    /// Throws, with what to do, when it is none of the shards there are.
    init(_ argument: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        guard let words = argument.wholeMatch(of: /(auto|\d{1,7})(?:\/(\d{1,7}))?/) else {
            throw ValidationError("--shard takes 1/8, auto or auto/8, not \(argument.printable)")
        }
        var count = words.2.flatMap { Int($0) }
        var number = Int(words.1)
        if number == nil {
            guard let job = ArrayJob(environment, count: count) else {
                throw ValidationError(
                    "--shard auto: not in an array job of Slurm, Kubernetes or AWS Batch; give the number, such as 1/8"
                )
            }
            (number, count) = (job.number, job.count)
        }
        guard let number, let count else {
            throw ValidationError(
                "--shard \(argument): the number of shards is unknown; use \(argument)/8")
        }
        guard let shard = Shard(number, of: count) else {
            throw ValidationError("--shard: no shard \(number) of \(count); they count from 1")
        }
        self.shard = shard
    }

    /// Opens the part. Attempts side by side each have a file of their own until it is whole.
    func file(in folder: String, inputs: [String]) throws -> OutputFile {
        let code = folder.makeFolder()
        if code != 0 { throw OutputError.failed(folder, code: code) }
        let process = ProcessInfo.processInfo
        let attempt = ArrayJob.attempt(
            process.environment, host: process.hostName, process: process.processIdentifier)
        let part = "\(folder)/part-\(shard.number)"
        return try ResultFile.open("\(part).jsonl", partial: "\(part).\(attempt).partial", inputs: inputs)
    }
}
