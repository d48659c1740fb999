// Which shard the variables of an array job select.
import Testing

@testable import bookzone

struct ShardArgumentTests {
    private static let slurm = [
        "SLURM_ARRAY_JOB_ID": "871234", "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0",
        "SLURM_ARRAY_TASK_MAX": "7", "SLURM_ARRAY_TASK_STEP": "1", "SLURM_ARRAY_TASK_COUNT": "8",
    ]
    private static let aws = [
        "AWS_BATCH_JOB_ID": "a1b2:3", "AWS_BATCH_JOB_ATTEMPT": "2", "AWS_BATCH_JOB_ARRAY_INDEX": "3",
        "AWS_BATCH_JOB_ARRAY_SIZE": "8",
    ]

    @Test(
        arguments: [
            ("3/8", [:], 3, 8), ("1/1", [:], 1, 1), ("auto", slurm, 4, 8), ("auto/5", slurm, 3, 5),
            ("auto", aws, 4, 8),
            ("auto/4", aws, 4, 4), ("auto/9", ["JOB_COMPLETION_INDEX": "0"], 1, 9), ("2/3", slurm, 2, 3),
            (
                "auto",
                slurm.merging([
                    "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "4",
                ]) { $1 }, 2,
                4
            ),
        ] as [(String, [String: String], Int, Int)]) func `names a shard`(
            argument: String, environment: [String: String], number: Int, count: Int
        ) throws
    {
        let shard = try ShardArgument(argument, environment: environment).shard
        #expect((shard.number, shard.count) == (number, count))
    }

    @Test(
        arguments: [
            ("0/8", [:]), ("9/8", [:]), ("3", [:]), ("", [:]), ("auto", [:]), ("-1/3", [:]), ("1/0", [:]),
            ("auto/3/4", [:]),
            // Kubernetes does not set the number of tasks.
            ("auto", ["JOB_COMPLETION_INDEX": "0"]), ("auto/3", aws),
            // Nor is it known if a part of an array is submitted again.
            ("auto", slurm.merging(["SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_COUNT": "2"]) { $1 }),
            ("auto/8", slurm.merging(["SLURM_ARRAY_TASK_ID": "0"]) { $1 }),
        ] as [(String, [String: String])]) func `is refused`(argument: String, environment: [String: String])
    {
        #expect(throws: (any Error).self) { try ShardArgument(argument, environment: environment) }
    }

    @Test(
        arguments: [
            (slurm, "871234.0"), (slurm.merging(["SLURM_RESTART_COUNT": "2"]) { $1 }, "871234.2"),
            (aws, "a1b2-3.2"),
            ([:], "node-7-local.42"),
        ] as [([String: String], String)]) func `attempts side by side have names of their own`(
            environment: [String: String], attempt: String
        )
    {
        #expect(ArrayJob.attempt(environment, host: "node-7.local", process: 42) == attempt)
    }
}
