#if Server
// What `bookzone serve check` says of files that other users can read.
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct SiteCheckRightsTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("store.sqlite").path }

    init() throws {
        folder = try TemporaryFolder()
        _ = try Store(path: store)
        try allow(0o600, store)
    }

    private func allow(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func check() throws -> SiteCheck {
        var options = SiteOptions(
            address: try #require(SiteAddress("http://club.test")), listen: ("127.0.0.1", 0),
            photos: folder.file("photos").path)
        options.diskLeft = 1
        return SiteCheck(options, store: store)
    }

    @Test func `a store that others can read is said`() throws {
        let check = try check()
        #expect(check.disk().map(\.verdict) == [.fine])
        try allow(0o640, store)
        #expect(check.disk().map(\.verdict) == [.fine], "a group is somebody's choice")
        try allow(0o644, store)
        try #require(Store.isReadableByOthers(store), "the folder of temporary files is closed")
        #expect(check.disk().map(\.verdict) == [.wrong])
        #expect(
            check.disk()[0].words.contains("store.sqlite") && check.disk()[0].words.contains("other users"))
        try allow(0o700, folder.url.path)
        #expect(check.disk().map(\.verdict) == [.fine])
    }

    @Test func `backups that others can read are said`() throws {
        let check = try check()
        #expect(check.openBackups(folder.url.path) == nil)
        let backup = try folder.write(Data(), to: BackupName(.now).text)
        try folder.write(Data(), to: "other")
        try allow(0o644, backup.path)
        #expect(check.openBackups(folder.url.path)?.contains("1 backup in it") == true)
        try allow(0o640, backup.path)
        #expect(check.openBackups(folder.url.path) == nil)
    }
}
#endif
