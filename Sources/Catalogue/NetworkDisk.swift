// Network disks: SQLite's locks and shared memory work on the disks of one machine.
import Books
import Foundation

/// A file system whose files other machines may change at the same time.
public enum NetworkDisk: String, CaseIterable, Sendable {
    case nfs = "NFS"
    case smb = "SMB"
    case fuse = "FUSE"
    case plan9 = "9P"
    case virtual = "virtiofs"
    case ceph = "Ceph"
    case lustre = "Lustre"
    case afs = "AFS"

    /// The disk of a file that is there or is to be there; `nil` if it is this machine's own, or not known.
    ///
    /// - Parameter mounts: the text of `/proc/self/mountinfo` (proc_pid_mountinfo(5)); empty on other systems.
    public init?(of path: String, mounts: String = Self.mounts) {
        let place = path.resolvedPath.path
        var found: (point: String, type: Substring)?
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 5, let separator = fields.firstIndex(of: "-"), separator + 1 < fields.count
            else { continue }
            let point = Self.unescaped(fields[4])
            let isAbove = point == "/" || place == point || place.hasPrefix(point + "/")
            // Of mounts at one place the last is seen.
            if isAbove, point.utf8.count >= found?.point.utf8.count ?? 0 {
                found = (point, fields[separator + 1])
            }
        }
        guard let type = found?.type, let disk = Self.allCases.first(where: { $0.includes(type) }) else {
            return nil
        }
        self = disk
    }

    public static var mounts: String {
        (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    }

    private func includes(_ type: Substring) -> Bool {
        switch self {
        case .nfs: ["nfs", "nfs4"].contains(type)
        case .smb: ["cifs", "smb3", "smbfs"].contains(type)
        // `fuseblk` is a disk of this machine.
        case .fuse: type == "fuse" || type.hasPrefix("fuse.")
        case .plan9: type == "9p"
        case .virtual: type == "virtiofs"
        case .ceph, .lustre, .afs: type == rawValue.lowercased()
        }
    }

    /// Spaces and the like are octal numbers there.
    private static func unescaped(_ text: Substring) -> String {
        text.replacing(/\\([0-7]{3})/) { match in
            UInt8(match.1, radix: 8).map { String(UnicodeScalar($0)) } ?? ""
        }.description
    }
}
