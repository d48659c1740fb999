// The task number, count and attempt of an array job.

/// A task of an array job, from the variables of Slurm, Kubernetes (an Indexed Job) or AWS Batch.
struct ArrayJob {
    /// Counts from 1.
    let number: Int
    /// `nil` if the engine does not provide the number of tasks reliably.
    let count: Int?

    /// `nil` outside such a job.
    ///
    /// - Parameter count: the number of shards on the command line. Slurm's task numbers are then those of the
    ///   shards, so that some of them can be run again.
    init?(_ environment: [String: String], count: Int?) {
        func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }
        if let task = number("SLURM_ARRAY_TASK_ID") {
            guard count == nil else {
                (self.number, self.count) = (task, count)
                return
            }
            let first = number("SLURM_ARRAY_TASK_MIN") ?? 1
            let step = max(1, number("SLURM_ARRAY_TASK_STEP") ?? 1)
            self.number = (task - first) / step + 1
            let all = number("SLURM_ARRAY_TASK_MAX").map { ($0 - first) / step + 1 }
            self.count = all == number("SLURM_ARRAY_TASK_COUNT") ? all : nil
        } else if let task = number("AWS_BATCH_JOB_ARRAY_INDEX") {
            (self.number, self.count) = (task + 1, count ?? number("AWS_BATCH_JOB_ARRAY_SIZE"))
        } else if let task = number("JOB_COMPLETION_INDEX") {
            (self.number, self.count) = (task + 1, count)
        } else {
            return nil
        }
    }

    /// A name that no other attempt at a part has or had: `871234.1`.
    ///
    /// - Parameters:
    ///   - host: this machine's name.
    ///   - process: this process's number.
    static func attempt(_ environment: [String: String], host: String, process: Int32) -> String {
        let slurm = environment["SLURM_ARRAY_JOB_ID"] ?? environment["SLURM_JOB_ID"]
        let (job, attempt) =
            if let slurm {
                (slurm, environment["SLURM_RESTART_COUNT"] ?? "0")
            } else if let aws = environment["AWS_BATCH_JOB_ID"] {
                (aws, environment["AWS_BATCH_JOB_ATTEMPT"] ?? "1")
            } else {
                // A pod's name is unique, like a machine's.
                (host, "\(process)")
            }
        return [job, attempt].map { word in
            String(word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        }.joined(separator: ".")
    }
}
