// Names and roles of accounts, and the links by which they are created.
import Accounts
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue

struct StoreAccountsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func make(_ name: String, by ticket: String? = nil) throws -> SignUpOutcome {
        try store.makeAccount(#require(AccountName(name)), password: "hash", ticket: ticket)
    }

    private func account(_ name: String, _ role: Account.Role = .reader) throws -> Account {
        guard case .made(var account) = try make(name) else { throw CatalogueError.nothingToAdd }
        _ = try store.give(role, to: account.id)
        account.role = role
        return account
    }

    @Test(arguments: [
        ("Maria", "maria"), ("Maria", " MARIA "), ("Ａｎａ", "Ana"), ("José", "JOSE\u{301}"),
        ("Ｍ１", "m1"), ("ﬁona", "Fiona"), ("two words", "two\u{A0}words"),
    ])
    func `names that look alike are one`(name: String, other: String) throws {
        _ = try account(name)
        #expect(try make(other) == .taken)
        #expect(try store.accounts().count == 1)
        #expect(try store.credentials(of: #require(AccountName(other)))?.account.name == name)
    }

    @Test(arguments: [
        ("Ada", "Ad\u{430}"), ("Alice", "\u{391}lice"), ("paypal", "рayрal"), ("Bob", "B\u{3BF}b"),
        ("Anna1", "Annal"), ("Ilya", "llya"), ("O'Hara", "O’Hara"), ("Armin", "Arrnin"), ("ΑΒΓ", "ABΓ"),
        ("Maria", "Mari\u{307}a"), ("Maria", "Mar\u{131}\u{307}a"), ("Vi\u{323}t", "Vi\u{323}\u{307}t"),
        ("Jos\u{E9}", "Jos\u{E9}\u{301}"), ("bob", "B0b"), ("BOB", "b0b"), ("Otto", "0tto"),
        ("Ada", "Ada."), ("Ada", "A d a"), ("Ada", "\u{201C}Ada\u{201D}"), ("Ada", "Ada\u{2022}"),
        ("Jo Ann", "Joann"),
    ])
    func `a name that looks like another is refused`(name: String, other: String) throws {
        let first = try account(name)
        #expect(try make(other) == .taken)
        let tom = try account("Tom")
        #expect(try !store.set(name: #require(AccountName(other)), of: tom.id))
        // They may change the spelling of their own name.
        #expect(try store.set(name: #require(AccountName(other)), of: first.id))
        #expect(try store.accounts().map(\.name).sorted() == [other, "Tom"].sorted())
    }

    @Test func `a name that looks like an author's is refused`() throws {
        try store.add(Comment(person: "Ada", text: "Said."), to: BookSpecifier("9780306406157"))
        #expect(try make("Ad\u{430}") == .taken)
        #expect(try make("Eva") != .taken)
    }

    @Test(arguments: [
        ("Ada", true), ("José Ñandú", true), ("Адам", true), ("Ἀλέξανδρος", true), ("田中 さくら", true),
        ("田中 Taro", true), ("김민수", true), ("עדה", true), ("Ada 7", true), ("O’Hara-Smith", true),
        ("فاطمه", true),
        ("Ad\u{430}", false), ("Аda (administrator)", false), ("A\u{3164}", false), ("Ada\u{FE0F}", false),
        ("Mari\u{307}a", false), ("Jos\u{E9}\u{301}", false), ("Việt Ái", true), ("İpek", true),
        ("Ada\u{115F}", false), ("Αlice", false), ("Ada\u{E0101}", false),
    ])
    func `a clear name has one script and is all visible`(name: String, isClear: Bool) {
        #expect(AccountName(name)?.isClear == isClear)
    }

    @Test(arguments: [
        ("Ada (administrator)", true), ("Ada [Librarian]", true), ("Ada, reader", true),
        ("Ada – ADMIN", true),
        ("Ada（ｌｉｂｒａｒｉａｎ）", true), ("Ada Administrator", true), ("adm1n", true), ("librarian", true),
        ("Libr\u{430}rian", true), ("Ada (adm1n1strator)", true), ("·admin·", true),
        ("Ted Reader", false), ("Ann Librarian", false), ("Ada (Book Club)", false), ("O’Hara-Smith", false),
        ("Ada (Bibliothekarin)", true), ("Ada (Administratorin)", true), ("Ada (bibliothécaire)", true),
        ("Ada [Administrador]", true), ("the Librarian", true), ("Administratoren", true),
        ("La Bibliothécaire", true), ("Ada – Moderatorin", true), ("Ada, lectrice", true),
        ("Admi\u{307}n", true), ("ADM\u{130}N", true), ("Ada Verwaltung", true),
        ("Moderata Fonte", false), ("Ada (Bibliophile)", false), ("Adminah", false), ("La Rue", false),
        ("Badminton", false), ("reader", false), ("Dr. Ada", false),
        ("Bibliothekarin bob", true), ("Librarian Ada", true), ("die Bibliothekarin Ada", true),
        ("Bibliotecaria Ana", true), ("M0DERATOR Ada", true), ("bob Bibliothekarin", false),
        ("Lib rarian", true), ("L I B  R A R I A N", true), ("Lib-rarian Ada", true), ("Librar1an", true),
        ("l1brar1an", true), ("Ada (lib rarian)", true), ("Ada Ad ministrator", true), ("a.d.m.i.n", true),
        ("Verwalter", true), ("VERWALTERIN Ada", true), ("Ada Verwalter", true), ("Administrateur", true),
        ("bibliothecaire", true), ("bibliothé caire Ada", true), ("administrador", true), ("Ad mins", true),
        ("Ann Lib Rarian", false), ("Vlad Minsk", false), ("Ad Minten", false), ("Walter Verwal", false),
        ("Bibi Thek", false), ("Modesta Rand", false), ("Libra Ryan", false),
    ])
    func `no reader's name claims a role`(name: String, claims: Bool) throws {
        #expect(try #require(AccountName(name)).claimsMore(than: .reader) == claims)
    }

    /// The roles are shown in the site's languages, so a name must not show them either.
    @Test(
        arguments: try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: "Sources/CResources/words").path), Account.Role.allCases)
    func `no name shows a role in a language of the site`(file: String, role: Account.Role) throws {
        let lines = try Repository.text("Sources/CResources/words/\(file)").split(separator: "\n")
        let place = try #require(lines.firstIndex(of: "msgid \"\(role.rawValue)\""))
        let word = lines[place + 1].dropFirst("msgstr \"".count).dropLast()
        #expect(try #require(AccountName("Ada (\(word))")).claimsMore(than: .reader))
    }

    @Test func `an administrator may have the role as a name, but not beside another name`() throws {
        #expect(try #require(AccountName("Admin")).claimsMore(than: .administrator) == false)
        #expect(try #require(AccountName("Admin")).claimsMore(than: .librarian))
        #expect(try #require(AccountName("Ada (admin)")).claimsMore(than: .administrator))
    }

    @Test(arguments: ["", "   ", "---", "🙂", String(repeating: "a", count: 41)])
    func `some names are rejected`(name: String) { #expect(AccountName(name) == nil) }

    @Test func `open sign-up creates readers only`() throws {
        guard case .made(let account) = try make("Maria") else { return #expect(Bool(false)) }
        #expect(account.role == .reader)
        #expect(try store.account(account.id) == account)
    }

    enum Kind: CaseIterable {
        case comment, reading, list, loan, reservation, change
    }

    @Test(arguments: Kind.allCases, ["maria", "Maria"])
    func `a name with data can be claimed only by an invitation for it`(kind: Kind, name: String) throws {
        let book = try reference("9780306406157")
        switch kind {
        case .comment: try store.add(Comment(person: "maria", text: "Mine."), to: book)
        case .reading: try store.mark([book], as: .read, by: "maria")
        case .list: try store.add([book], to: "lent", of: "maria")
        case .loan:
            try store.add(CopyEdit([.label: "K 1"]), of: book)
            try store.lend("K 1", to: "maria")
        case .reservation:
            try store.add(CopyEdit([.label: "K 1"]), of: book)
            try store.reserve(book, for: "maria")
        case .change: try store.recordingChange(.putOnList, by: "maria").add([book], to: "owned")
        }
        let until = Date.now + 60
        try store.save(Ticket(.invitation, until: until), hash: "open")
        try store.save(Ticket(.invitation, name: "Tom", until: until), hash: "other")
        try store.save(Ticket(.invitation, name: name, until: until), hash: "named")
        #expect(try make("Maria") == .taken)
        #expect(try make("Maria", by: "open") == .taken)
        #expect(try make("Maria", by: "other") == .taken)
        guard case .made(let account) = try make("Maria", by: "named") else {
            return #expect(Bool(false), "the invitation names it")
        }
        #expect(account.name == "Maria")
        // Comments under a name that looks alike are theirs now.
        let own =
            try store.comments(by: "Maria", for: "Maria").count + store.lists(of: "Maria").count
            + store.ids(on: "read", for: "Maria").count + store.loans(of: "Maria").count
            + store.reservations(of: "Maria").count
            + store.history(for: "Maria", limit: 9).count { $0.person == "Maria" }
        #expect(own == 1)
    }

    @Test func `the first administrator may have a name under words`() throws {
        try store.add(Comment(person: "maria", text: "Mine."), to: reference("9780306406157"))
        try store.save(Ticket(.setup, role: .administrator, until: .now + 60), hash: "setup")
        guard case .made(let account) = try make("maria", by: "setup") else {
            return #expect(Bool(false))
        }
        #expect(account.role == .administrator)
    }

    @Test func `the last administrator stays one`() throws {
        let first = try account("Ana", .administrator)
        _ = try account("Tom")
        #expect(try !store.give(.reader, to: first.id))
        #expect(try !store.give(.librarian, to: first.id))
        #expect(try store.deleteAccount(first.id) == nil)
        let second = try account("Maria", .administrator)
        #expect(try store.give(.reader, to: first.id))
        #expect(try store.deleteAccount(second.id) == nil)
        #expect(try store.deleteAccount(first.id) != nil)
        #expect(try store.hasAdministrator())
    }

    @Test func `renaming an account renames its comments`() throws {
        let book = try reference("9780306406157")
        let maria = try account("Maria")
        _ = try account("Tom")
        try store.recordingChange(.comment, by: "Maria").add(
            Comment(person: "Maria", text: "Fine.", isPrivate: true), to: book)
        try store.add([book], to: "lent", of: "Maria")
        try store.mark([book], as: .read, by: "Maria")
        try store.add(Comment(person: "ion", text: "So so."), to: book)
        for taken in ["tom", "Ion"] {
            #expect(try !store.set(name: #require(AccountName(taken)), of: maria.id))
        }
        #expect(try store.set(name: #require(AccountName("Mary")), of: maria.id))
        let id = try #require(try store.book(book)?.id)
        #expect(try store.comments(by: "Mary", for: "Mary").map(\.text) == ["Fine."])
        #expect(try store.lists(of: "Mary").map(\.name) == ["lent"])
        #expect(try store.readings(of: id, by: "Mary").first?.state == .read)
        #expect(try store.history(for: "Mary", limit: 10).map(\.person) == ["Mary"])
        #expect(try store.lists(of: "Maria").isEmpty)
        #expect(try store.undo(by: "Mary") != nil)
        #expect(try store.comments(by: "Mary", for: "Mary").isEmpty)
    }

    @Test func `copies that somebody saw have their new name, and none in the end`() throws {
        let book = try reference("9780306406157")
        let maria = try account("Maria")
        let copy = try #require(store.add(CopyEdit([.label: "K 1"]), of: book).id)
        try store.beginInventory("spring", of: .all)
        for _ in 0..<2 {
            try store.recordingChange(.see, by: "Maria").see(copy, in: "spring", at: "hall", by: "Maria")
        }
        #expect(try store.set(name: #require(AccountName("Mary")), of: maria.id))
        #expect(try names() == ["seen by Mary"])
        _ = try store.forget(person: "Mary")
        #expect(try names() == ["seen"])
    }

    /// Of photos in inventories, in the table and in its history.
    private func names() throws -> Set<String> {
        try store.query { db in
            Set(
                try db.all(
                    """
                    SELECT name FROM inventory_photo UNION
                        SELECT json_extract(before, '$.name') FROM change_row
                        WHERE kind = 'inventory_photo' AND before NOT NULL
                    """
                ) { $0["name"] as String })
        }
    }

    @Test func `an e-mail address is verified by its own link`() throws {
        let maria = try account("Maria")
        try store.set(email: "m@old.test", of: maria.id)
        try store.save(
            Ticket(.address, account: maria.id, name: "m@old.test", until: .now + 60), hash: "old")
        #expect(try store.reachable(as: "Maria").isEmpty, "not proved yet")
        try store.set(email: "m@new.test", of: maria.id)
        #expect(try !store.verify(by: "old"))
        try store.save(
            Ticket(.address, account: maria.id, name: "m@new.test", until: .now + 60), hash: "new")
        #expect(try store.verify(by: "new"))
        #expect(try !store.verify(by: "new"))
        #expect(try store.reachable(as: "maria").map(\.address) == ["m@new.test"])
        #expect(try store.reachable(as: "M@NEW.test").count == 1)
        #expect(try store.reachable(as: "tom").isEmpty)
    }
}
