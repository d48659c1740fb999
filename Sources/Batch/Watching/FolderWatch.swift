// Waits for changes below folders, using inotify, and a timer for network file systems.
import Books
import Foundation
import Reading

/// Waits for changes below folders.
package actor FolderWatch {
    private let folders: [PhotoPath]
    /// -1 if inotify is not available.
    private var notifier: Int32
    /// Written to by `stop()`.
    private let stopped: (read: Int32, write: Int32)
    private let executor = BlockingExecutor(label: "bookzone.watch")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ATTRIB | IN_ONLYDIR | IN_EXCL_UNLINK)

    /// Throws `system` if no pipe can be created.
    package init(_ folders: [PhotoPath]) throws(ScanError) {
        self.folders = folders
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(errno) }
        stopped = (ends[0], ends[1])
        notifier =
            folders.contains(where: \.isOnNetwork)
            ? -1 : inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    }

    deinit {
        for descriptor in [notifier, stopped.read, stopped.write] where descriptor >= 0 { close(descriptor) }
    }

    /// Whether changes are not reported, so that the folders must be scanned at intervals.
    package var needsPolling: Bool { notifier < 0 }

    /// Also watches new folders. Call it before scanning, so that no change is missed in between.
    package func update() {
        guard notifier >= 0 else { return }
        var pending = folders
        var seen: Set<PhotoPath> = []
        while let folder = pending.popLast() {
            guard seen.insert(folder).inserted else { continue }
            if inotify_add_watch(notifier, folder.cString, Self.events) < 0,
                errno == ENOSPC || errno == ENOMEM
            {
                close(notifier)
                notifier = -1
                return
            }
            let folders = FolderEntries(folder)?.visible.filter { $0.kind == DT_DIR } ?? []
            pending += folders.map { folder.appending($0.name) }
        }
    }

    /// Returns shortly after a change, so that changes at about the same time are found together; also when the time
    /// is over, or after `stop()`.
    package func wait(_ time: Duration) {
        guard poll([stopped.read, notifier], time) else { return }
        _ = poll([stopped.read], Self.gathering)
        var events = [UInt8](repeating: 0, count: 1 << 16)
        while notifier >= 0, read(notifier, &events, events.count) > 0 {}
    }

    private static let gathering = Duration.milliseconds(300)

    /// Whether a descriptor becomes readable within the time.
    private func poll(_ descriptors: [Int32], _ time: Duration) -> Bool {
        var ends = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return Foundation.poll(&ends, nfds_t(ends.count), Int32(clamping: Int(time / .milliseconds(1)))) > 0
    }

    /// Ends every wait, from now on.
    package nonisolated func stop() {
        var one: UInt8 = 1
        _ = write(stopped.write, &one, 1)
    }
}

extension PhotoPath {
    /// Whether other machines may change the files without this system's knowledge.
    fileprivate var isOnNetwork: Bool {
        guard let path = real.map({ $0.name + "/" }),
            let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        else {
            return false
        }
        var longest = (length: 0, kind: Substring())
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let place = fields[1].replacing("\\040", with: " ")
            if path.hasPrefix(place.hasSuffix("/") ? place : place + "/"), place.count >= longest.length {
                longest = (place.count, fields[2])
            }
        }
        let kinds = [
            "nfs", "cifs", "smb", "fuse", "9p", "afs", "ceph", "glusterfs", "vboxsf", "virtiofs", "prl_fs",
        ]
        return kinds.contains { longest.kind.hasPrefix($0) }
    }
}
