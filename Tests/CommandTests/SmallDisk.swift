// A disk that can be filled up, for tests of what happens then.
import Foundation

enum SmallDisk {
    /// What runs a command where it may mount: as root, or as a user with a namespace of their own. `nil` where
    /// neither is allowed.
    static let namespace = ["unshare --mount", "unshare --map-root-user --mount"].first { command in
        let attempt = Process()
        attempt.executableURL = URL(filePath: "/bin/sh")
        attempt.arguments = ["-c", "\(command) mount -t tmpfs tmpfs /tmp 2>/dev/null"]
        do { try attempt.run() } catch { return false }
        attempt.waitUntilExit()
        return attempt.terminationStatus == 0
    }
}
