// Sessions and invitations as their owners see and end them.
import Books
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import Catalogue

struct StoreSessionsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    init() throws { temporary = try TemporaryStore() }

    private func account(_ name: String) throws -> Account {
        let answer = try store.makeAccount(#require(AccountName(name)), password: "hash", ticket: nil)
        guard case .made(let account) = answer else { throw CancellationError() }
        return account
    }

    @Test func `sessions are listed by their last use, without those that are over`() throws {
        let (maria, tom) = (try account("Maria"), try account("Tom"))
        try store.beginSession("a", of: maria.id, device: "Firefox, Linux", date: now)
        try store.beginSession("b", of: maria.id, date: now + 60)
        try store.beginSession("c", of: tom.id, date: now)
        #expect(
            try store.sessions(of: maria.id, date: now + 100) == [
                Session(id: "b", device: nil, made: now + 60, seen: now + 60),
                Session(id: "a", device: "Firefox, Linux", made: now, seen: now),
            ])
        // Used again soon, and after more than five minutes.
        _ = try store.account(ofSession: "a", date: now + 290)
        #expect(try store.sessions(of: maria.id, date: now + 290).map(\.id) == ["b", "a"])
        _ = try store.account(ofSession: "a", date: now + 310)
        #expect(try store.sessions(of: maria.id, date: now + 310).map(\.seen) == [now + 310, now + 60])
        #expect(try store.sessions(of: maria.id, date: now + 30 * 86_400 + 100).map(\.id) == ["a"])
    }

    @Test func `sessions are ended by their account alone`() throws {
        let (maria, tom) = (try account("Maria"), try account("Tom"))
        let hashes = (0..<3).map { String(repeating: "\($0)", count: 64) }
        for hash in hashes { try store.beginSession(hash, of: maria.id) }
        try store.beginSession("toms", of: tom.id)
        try store.endSession(withID: Session.id(ofHash: hashes[0]), of: tom.id)
        try store.endSession(withID: "", of: maria.id)
        #expect(try store.sessions(of: maria.id).count == 3)
        try store.endSession(withID: Session.id(ofHash: hashes[0]), of: maria.id)
        #expect(try store.account(ofSession: hashes[0]) == nil)
        #expect(try store.account(ofSession: hashes[1]) != nil)
        try store.endSessions(of: maria.id, keeping: hashes[2])
        #expect(try store.sessions(of: maria.id).map(\.id) == [Session.id(ofHash: hashes[2])])
        #expect(try store.account(ofSession: "toms") != nil)
    }

    @Test func `open invitations say who made them and when, and can be taken back`() throws {
        let ana = try account("Ana")
        for (hash, name) in [("a", "Kim"), ("b", nil)] {
            try store.save(
                Ticket(.invitation, name: name, role: .librarian, until: now + 600), hash: hash,
                by: hash == "a" ? ana.id : nil, date: now)
        }
        try store.save(Ticket(.reset, account: ana.id, until: now + 600), hash: "reset", date: now)
        let open = try store.invitations(date: now + 1)
        #expect(open.map(\.name) == ["Kim", nil] && open.map(\.maker) == ["Ana", nil])
        #expect(open.allSatisfy { $0.made == now && $0.role == .librarian && $0.until == now + 600 })
        #expect(try store.invitations(date: now + 601).isEmpty)
        try store.removeInvitation("reset")
        try store.removeInvitation("a")
        #expect(try store.ticket("a", [.invitation], at: now) == nil)
        #expect(try store.ticket("reset", [.reset], at: now) != nil, "another kind of link stays")
        #expect(try store.invitations(date: now + 1).map(\.id) == ["b"])
    }

    @Test(arguments: [Account.Role.reader, .librarian, .administrator, nil])
    func `an administrator's links end with the role and with the account`(role: Account.Role?) throws {
        let (ana, kim) = (try account("Ana"), try account("Kim"))
        for account in [ana, kim] { _ = try store.give(.administrator, to: account.id) }
        for maker in [ana.id, kim.id, nil] {
            for kind in [Ticket.Kind.invitation, .reset] {
                try store.save(
                    Ticket(kind, account: kim.id, role: .administrator, until: now + 600),
                    hash: "\(kind) \(maker ?? 0)", by: maker, date: now)
            }
        }
        if let role {
            _ = try store.give(role, to: ana.id)
        } else {
            _ = try store.deleteAccount(ana.id)
        }
        for kind in [Ticket.Kind.invitation, .reset] {
            func isValid(_ maker: Int64) throws -> Bool {
                try store.ticket("\(kind) \(maker)", [kind], at: now) != nil
            }
            #expect(try isValid(ana.id) == (role == .administrator))
            #expect(try isValid(kim.id) && isValid(0), "nobody else's")
        }
    }

    @Test func `sessions and links of an older store are still valid`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite").path
        try OldStore.make(
            at: path, version: 20,
            """
            INSERT INTO account (id, name, key, password, role, made)
                VALUES (1, 'Maria', 'maria', 'hash', 'reader', 0);
            INSERT INTO session (hash, account, seen, until) VALUES ('a', 1, 5, 9999999999);
            INSERT INTO ticket (hash, kind, role, until)
                VALUES ('t', 'invitation', 'reader', 9999999999);
            """)
        let old = try Store(path: path)
        #expect(
            try old.sessions(of: 1) == [Session(id: "a", device: nil, made: nil, seen: Date(seconds: 5))])
        #expect(try old.account(ofSession: "a")?.name == "Maria")
        #expect(try old.invitations().map(\.made) == [nil])
        #expect(try old.check() == [])
    }
}
