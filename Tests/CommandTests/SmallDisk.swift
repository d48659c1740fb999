// A small disk that can be filled, for tests.
import Foundation

enum SmallDisk {
    /// A command prefix with which mounting is allowed: as root, or in a user namespace. `nil` if neither is
    /// possible.
    static let namespace = ["unshare --mount", "unshare --map-root-user --mount"].first { command in
        let attempt = Process()
        attempt.executableURL = URL(filePath: "/bin/sh")
        attempt.arguments = ["-c", "\(command) mount -t tmpfs tmpfs /tmp 2>/dev/null"]
        do { try attempt.run() } catch { return false }
        attempt.waitUntilExit()
        return attempt.terminationStatus == 0
    }
}
