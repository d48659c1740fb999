// Limits set by a batch system or a container.
import CLockProbe
import Foundation
import TestSupport
import Testing

@testable import Sandbox

struct MachineLimitsTests {
    struct Layout: CustomTestStringConvertible {
        let testDescription: String
        let groups: String
        let mounts: String
        var files: [String: String] = [:]
        var processors: Double?
        var memory: Int?
    }

    private static let second = "41 31 0:38 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw\n"
    private static let first = """
        32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:7 - cgroup cgroup rw,cpu,cpuacct
        35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory

        """

    private static let layouts = [
        Layout(testDescription: "no groups", groups: "", mounts: ""),
        Layout(
            testDescription: "no bounds", groups: "0::/user.slice\n", mounts: second,
            files: [
                "/sys/fs/cgroup/user.slice/cpu.max": "max 100000\n",
                "/sys/fs/cgroup/user.slice/memory.max": "max\n",
            ]),
        Layout(
            testDescription: "version 2", groups: "0::/job/step\n", mounts: second,
            files: [
                "/sys/fs/cgroup/job/step/cpu.max": "150000 100000\n",
                "/sys/fs/cgroup/job/step/memory.max": "1073741824\n",
            ], processors: 1.5, memory: 1 << 30),
        Layout(
            testDescription: "a group above allows less", groups: "0::/job/step\n", mounts: second,
            files: [
                "/sys/fs/cgroup/job/cpu.max": "50000 100000\n", "/sys/fs/cgroup/job/memory.max": "1000000\n",
                "/sys/fs/cgroup/job/step/cpu.max": "400000 100000\n",
                "/sys/fs/cgroup/job/step/memory.max": "2000000\n",
            ], processors: 0.5, memory: 1_000_000),
        Layout(
            testDescription: "version 1", groups: "4:memory:/job\n2:cpu,cpuacct:/job\n1:name=systemd:/job\n",
            mounts: first,
            files: [
                "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us": "200000\n",
                "/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us": "100000\n",
                "/sys/fs/cgroup/memory/job/memory.limit_in_bytes": "5000000\n",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            ], processors: 2, memory: 5_000_000),
        Layout(
            testDescription: "version 1, no bounds", groups: "4:memory:/\n2:cpu,cpuacct:/\n", mounts: first,
            files: [
                "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "-1\n",
                "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
            ]),
        Layout(
            testDescription: "a container that sees its own group alone", groups: "0::/docker/abc\n",
            mounts: "41 31 0:38 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup ro\n",
            files: ["/sys/fs/cgroup/memory.max": "777\n"], memory: 777),
        Layout(
            testDescription: "a container whose group is named from outside", groups: "0::/../../abc\n",
            mounts: "41 31 0:38 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup ro\n",
            files: ["/sys/fs/cgroup/memory.max": "777\n"], memory: 777),
        Layout(
            testDescription: "nonsense", groups: "0::\nx\n::::\n", mounts: "cgroup\n- cgroup2\n" + second,
            files: ["/sys/fs/cgroup/memory.max": "many\n", "/sys/fs/cgroup/cpu.max": "5\n"]),
    ]

    @Test(arguments: layouts) func `control groups bound it`(layout: Layout) throws {
        let folder = try TemporaryFolder(
            ["proc/self/cgroup": layout.groups, "proc/self/mountinfo": layout.mounts]
                .merging(layout.files.map { (String($0.dropFirst()), $1) }) { $1 })
        let group = ControlGroup(root: folder.path)
        #expect(group.processors == layout.processors)
        #expect(group.memory == layout.memory)
        let share = MachineLimits(processors: 8, memory: 4 << 30, within: group)
        #expect(share.processors == layout.processors.map { Int($0.rounded(.up)) } ?? 8)
        #expect(share.memory == layout.memory ?? 4 << 30)
    }

    @Test(arguments: [
        (64 << 30, 4, 12 << 30), (4 << 30, 8, 512 << 20), (400 << 20, 8, 300 << 20),
        (400 << 20, 1, 300 << 20),
    ]) func `workers share three quarters of the memory`(memory: Int, jobs: Int, each: Int) {
        var share = MachineLimits.current
        share.memory = memory
        #expect(WorkerLimits.shareOfMemory(jobs: jobs, of: share) == each)
    }

    @Test func `affinity bounds it`() {
        #expect(probe_one_processor() == 1)
        #expect(MachineLimits.current.processors >= 1)
    }
}
