// The rights of other users on a store, its backups and dumps.
import Accounts
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreRightsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        try Self.allow(0o644, store.path)
    }

    private func path(_ name: String) -> String { "\(temporary.path)-\(name)" }

    private static func allow(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static func allowed(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func addAccount() throws {
        _ = try store.makeAccount(#require(AccountName("Ana")), password: "hash", ticket: nil)
    }

    @Test func `a copy of a store with accounts is closed to others, and keeps the group's rights`() throws {
        try store.backUp(to: path("before"))
        #expect(try Self.allowed(path("before")) == 0o644)
        try addAccount()
        try store.backUp(to: path("copy"))
        #expect(try Self.allowed(path("copy")) == 0o640)
        try Self.allow(0o666, path("copy"))
        try store.backUp(to: path("copy"), replacing: true)
        #expect(try Self.allowed(path("copy")) == 0o660)
        try Self.allow(0o664, path("copy"))
        _ = try Store(backup: path("copy")).restore(to: path("restored"))
        #expect(try Self.allowed(path("restored")) == 0o660)
    }

    @Test func `files that are open to others are found and closed`() throws {
        let former = "\(store.path).replaced-20260101-120000"
        for file in [former, "\(store.path)-journal"] {
            try Data().write(to: URL(filePath: file))
            try Self.allow(0o664, file)
        }
        try FileManager.default.createDirectory(
            atPath: Store.photos(besideStore: store.path), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        let open = Store.openFiles(ofStore: store.path)
        #expect(
            Set(open.paths).isSuperset(of: [
                store.path, former, "\(store.path)-journal", Store.photos(besideStore: store.path),
            ]))
        let closed = Store.closeToOthers(open)
        #expect(closed.failures.isEmpty && closed.closed == open.paths)
        #expect(Store.openFiles(ofStore: store.path).paths.isEmpty)
        #expect(try Self.allowed(former) == 0o660)
        #expect(try Self.allowed(Store.photos(besideStore: store.path)) == 0o750)
    }

    @Test func `what can't be closed is told`() {
        let closed = Store.closeToOthers(Store.OpenFiles(paths: [path("none")]))
        #expect(closed.closed.isEmpty && closed.failures[path("none")] == ENOENT)
    }

    @Test func `others read a file only if they may pass through all folders above it`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data(), to: "file").path
        try Self.allow(0o644, file)
        try Self.allow(0o700, folder.url.path)
        #expect(!Store.isReadableByOthers(file) && !Store.isReadableByOthers(folder.file("none").path))
        #expect(Store.isReadableByOthers("/etc/passwd"))
    }
}
