// On which disks a store is warned of.
import Catalogue
import Foundation
import TestSupport
import Testing

struct NetworkDiskTests {
    private static func mounts(_ disks: [(point: String, type: String)]) -> String {
        disks.map { "36 35 98:0 / \($0.point) rw,noatime shared:1 master:2 - \($0.type) source rw\n" }
            .joined()
    }

    @Test(arguments: [
        ("nfs", NetworkDisk.nfs), ("nfs4", .nfs), ("cifs", .smb), ("smb3", .smb), ("fuse.sshfs", .fuse),
        ("fuse", .fuse), ("9p", .plan9), ("virtiofs", .virtual), ("ceph", .ceph), ("lustre", .lustre),
        ("afs", .afs), ("ext4", nil), ("xfs", nil), ("btrfs", nil), ("tmpfs", nil), ("overlay", nil),
        ("fuseblk", nil), ("zfs", nil),
    ])
    func `disks that other machines share are recognised by their type`(type: String, disk: NetworkDisk?) {
        let mounts = Self.mounts([("/", "ext4"), ("/srv/shared", type)])
        #expect(NetworkDisk(of: "/srv/shared/new/catalogue.sqlite", mounts: mounts) == disk)
        #expect(NetworkDisk(of: "/srv/other/catalogue.sqlite", mounts: mounts) == nil)
        #expect(NetworkDisk(of: "/srv/shared-not/catalogue.sqlite", mounts: mounts) == nil)
    }

    @Test func `the innermost mount counts, and of several at one place the last`() {
        let inner = Self.mounts([("/", "nfs"), ("/srv", "ext4"), ("/srv/a", "cifs")])
        #expect(NetworkDisk(of: "/catalogue.sqlite", mounts: inner) == .nfs)
        #expect(NetworkDisk(of: "/srv/catalogue.sqlite", mounts: inner) == nil)
        #expect(NetworkDisk(of: "/srv/a/catalogue.sqlite", mounts: inner) == .smb)
        let over = Self.mounts([("/", "ext4"), ("/srv", "nfs"), ("/srv", "ext4")])
        #expect(NetworkDisk(of: "/srv/catalogue.sqlite", mounts: over) == nil)
    }

    @Test func `links are followed, and names with spaces are read`() throws {
        let folder = try TemporaryFolder()
        let disk = folder.file("my disk").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: disk)
        let mounts = Self.mounts([("/", "ext4"), (disk.path.replacing(" ", with: "\\040"), "nfs")])
        #expect(NetworkDisk(of: folder.file("link/new/catalogue.sqlite").path, mounts: mounts) == .nfs)
        #expect(NetworkDisk(of: folder.file("catalogue.sqlite").path, mounts: mounts) == nil)
    }

    @Test(arguments: ["", "\n\n", "1 2 3", "36 35 98:0 / / rw", "36 35 98:0 / / rw -", "- - - - - -"])
    func `a system without such a list, or with another, has no network disk`(mounts: String) {
        #expect(NetworkDisk(of: "/srv/catalogue.sqlite", mounts: mounts) == nil)
    }
}
