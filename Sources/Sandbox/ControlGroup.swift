// Limits of control groups, as set by containers and batch systems.
import Foundation

/// What the groups that this process is in may use: of each of them and those above it, the least.
struct ControlGroup {
    /// Processors' worth of time, `nil` where nothing bounds it.
    private(set) var processors: Double?
    /// In bytes; `nil` where nothing bounds it.
    private(set) var memory: Int?

    /// - Parameter root: the folder below which `proc` and the groups' own folders are.
    init(root: String = "") {
        let root = root.hasSuffix("/") ? String(root.dropLast()) : root
        let mounts = Self.lines(root + "/proc/self/mountinfo").compactMap(Mount.init)
        for line in Self.lines(root + "/proc/self/cgroup") {
            // A number, what is controlled (nothing in version 2), and the group's path.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let kinds = fields[1].split(separator: ",").map(String.init)
            for mount in mounts where mount.holds(kinds) {
                for folder in mount.folders(of: String(fields[2])) { bound(by: root + folder, kinds) }
            }
        }
    }

    private mutating func bound(by folder: String, _ kinds: [String]) {
        func numbers(_ file: String) -> [Double?] {
            Self.lines("\(folder)/\(file)").first?.split(separator: " ").map { Double($0) } ?? []
        }
        let isSecond = kinds.isEmpty
        let time =
            isSecond
            ? numbers("cpu.max")
            : kinds.contains("cpu") ? numbers("cpu.cfs_quota_us") + numbers("cpu.cfs_period_us") : []
        // No bound is `max`, or less than nothing.
        if time.count == 2, let quota = time[0], let period = time[1], quota > 0, period > 0 {
            processors = min(processors ?? .infinity, quota / period)
        }
        let bytes =
            isSecond
            ? numbers("memory.max") : kinds.contains("memory") ? numbers("memory.limit_in_bytes") : []
        // Version 1 has a number near the largest for no bound.
        if let bytes = bytes.first ?? nil, bytes > 0, bytes < 0x1p62 {
            memory = min(memory ?? .max, Int(bytes))
        }
    }

    private static func lines(_ path: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}

/// Where the groups of one hierarchy are seen as folders (proc_pid_mountinfo(5)).
private struct Mount {
    /// The group that is seen at `point`.
    let top: String
    let point: String
    let isSecond: Bool
    let options: [String]

    init?(_ line: Substring) {
        let fields = line.split(separator: " ").map(String.init)
        guard let end = fields.firstIndex(of: "-"), end >= 5, fields.count > end + 3 else { return nil }
        guard ["cgroup", "cgroup2"].contains(fields[end + 1]) else { return nil }
        top = fields[3] == "/" ? "" : fields[3]
        point = fields[4]
        isSecond = fields[end + 1] == "cgroup2"
        options = fields[end + 3].split(separator: ",").map(String.init)
    }

    func holds(_ kinds: [String]) -> Bool {
        kinds.isEmpty ? isSecond : !isSecond && kinds.allSatisfy(options.contains)
    }

    /// A group's folder and those above it, as far as they can be seen.
    func folders(of group: String) -> [String] {
        // In a container the group may be named from outside, where nothing of it is seen but the mount.
        guard group == top || group.hasPrefix(top + "/") else { return [point] }
        let below = group.dropFirst(top.count).split(separator: "/")
        return (0...below.count).map { ([point] + below.prefix($0).map(String.init)).joined(separator: "/") }
    }
}
