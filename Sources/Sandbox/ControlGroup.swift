// Limits of control groups, as set by containers and batch systems.
import Foundation

/// The limits for this process: the lowest of the groups that contain it and of their parents.
struct ControlGroup {
    /// Processors, possibly a fraction; `nil` if unlimited.
    private(set) var processors: Double?
    /// In bytes; `nil` if unlimited.
    private(set) var memory: Int?

    /// - Parameter root: the folder that contains `proc` and the groups' folders.
    init(root: String = "") {
        let root = root.hasSuffix("/") ? String(root.dropLast()) : root
        let mounts = Self.lines(root + "/proc/self/mountinfo").compactMap(Mount.init)
        for line in Self.lines(root + "/proc/self/cgroup") {
            // A number, the controllers (none in version 2), and the group's path.
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
        // `max` or a negative number means unlimited.
        if time.count == 2, let quota = time[0], let period = time[1], quota > 0, period > 0 {
            processors = min(processors ?? .infinity, quota / period)
        }
        let bytes =
            isSecond
            ? numbers("memory.max") : kinds.contains("memory") ? numbers("memory.limit_in_bytes") : []
        // Version 1 has a very large number for unlimited.
        if let bytes = bytes.first ?? nil, bytes > 0, bytes < 0x1p62 {
            memory = min(memory ?? .max, Int(bytes))
        }
    }

    private static func lines(_ path: String) -> [Substring] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}

/// Where a hierarchy of groups is mounted (proc_pid_mountinfo(5)).
private struct Mount {
    /// The group that is mounted at `point`.
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

    /// A group's folder and its parents, as far as they are visible.
    func folders(of group: String) -> [String] {
        // In a container, the group's path may be that of the host, of which only the mount is visible.
        guard group == top || group.hasPrefix(top + "/") else { return [point] }
        let below = group.dropFirst(top.count).split(separator: "/")
        return (0...below.count).map { ([point] + below.prefix($0).map(String.init)).joined(separator: "/") }
    }
}
