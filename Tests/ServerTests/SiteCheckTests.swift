#if Server
// The findings of `bookzone serve check` in correct and in faulty surroundings.
import Accounts
import Catalogue
import Foundation
import HTTP
import Servers
import TestSupport
import Testing

@testable import Server

struct SiteCheckTests {
    /// A check of a site that does not run, with a store in a folder of its own.
    private struct Place {
        let folder: TemporaryFolder
        let port: HeldPort
        var options: SiteOptions
        var store: String { folder.file("store.sqlite").path }

        init(base: String = "/club") throws {
            folder = try TemporaryFolder()
            port = try HeldPort()
            let address = try #require(SiteAddress(port.address + base))
            options = SiteOptions(
                address: address, listen: ("127.0.0.1", Int(port.number)), photos: folder.file("photos").path)
            options.diskLeft = 1
            (options.slowClients.head, options.slowClients.period) = (.minutes(10), .minutes(10))
            _ = try Store(path: store)
            chmod(store, 0o600)
        }

        var check: SiteCheck {
            var check = SiteCheck(patient: options, store: store)
            check.now = clock()
            return check
        }

        /// Keeps the folder for as long as a check has the clock: otherwise it may be deleted before the check ends.
        func clock(behind seconds: TimeInterval = 0) -> @Sendable () -> Date {
            { [folder] in withExtendedLifetime(folder) { .now - seconds } }
        }

        /// The findings through a proxy with faults, which always delays events.
        func findings(_ faults: Set<TestProxy.Fault>, trusted: Bool = true) async throws -> [SiteCheck
            .Finding]
        {
            try await TestProxy.with(faults, to: options.listen.port) { proxy in
                var options = options
                options.address = try #require(SiteAddress("http://127.0.0.1:\(proxy)/club"))
                options.proxies = trusted ? Set([ClientAddress("127.0.0.1")].compactMap(\.self)) : []
                var check = SiteCheck(patient: options, store: store)
                check.hold = .milliseconds(300)
                check.now = clock()
                return await check.findings()
            }
        }
    }

    private typealias Subject = SiteCheck.Finding.Subject

    private static func words(_ subject: Subject, _ findings: [SiteCheck.Finding]) -> [String] {
        findings.filter { $0.subject == subject && $0.verdict == .wrong }.map(\.words)
    }

    @Test(arguments: ["", "/club"])
    func `nothing is wrong with a site that its address leads to`(base: String) async throws {
        let place = try Place(base: base)
        let findings = await place.check.findings()
        #expect(findings.map(\.subject) == Subject.allCases)
        #expect(findings.allSatisfy { $0.verdict != .wrong }, "\(findings)")
        #expect(findings.map(\.verdict) == [.fine, .fine, .open, .open, .open, .open, .fine])
        #expect(!place.port.isListening, "it answers only during the check")
    }

    @Test(arguments: [
        (TestProxy.Fault.ownHost, Subject.address, "Host"), (.otherPath, .address, "/club"),
        (.redirects, .address, "--address"), (.refuses, .address, "403"),
        (.otherSite, .address, "another site"), (.badGateway, .address, "502"),
        (.noClient, .proxy, "X-Forwarded-For"), (.forged, .proxy, "pose"), (.smallBodies, .proxy, "256 MB"),
    ])
    func `what a proxy does wrong is said, with what to do`(
        fault: TestProxy.Fault, subject: SiteCheck.Finding.Subject, word: String
    ) async throws {
        let findings = try await Place().findings([fault])
        let words = Self.words(subject, findings)
        #expect(words.contains { $0.contains(word) && $0.contains(";") }, "\(findings)")
        // This proxy holds events back, and nothing else is wrong with it.
        let expected = subject == .proxy ? 2 : 1
        #expect(findings.count { $0.verdict == .wrong } == expected, "\(findings)")
    }

    @Test func `events that are held back are said, and a proxy that is not trusted`() async throws {
        let held = Self.words(.proxy, try await Place().findings([]))
        #expect(held.count == 1 && held.first?.contains("/club/live") == true, "\(held)")
        let untrusted = Self.words(.proxy, try await Place().findings([], trusted: false))
        #expect(untrusted.contains { $0.contains("--proxy 127.0.0.1") }, "\(untrusted)")
    }

    @Test func `a site that runs is checked, and another program or store at its port is not taken for it`()
        async throws
    {
        // No server listens there.
        let address = try HeldPort()
        try await TestSite.with(address: address.address) { site in
            var options = site.site.options
            options.listen.port = site.port
            let check = SiteCheck(patient: options, store: site.store.path)
            let words = Self.words(.address, await check.findings())
            #expect(words.count == 1 && words.first?.contains("can't be reached") == true, "\(words)")
            let other = site.folder.file("other.sqlite").path
            _ = try Store(path: other)
            let wrong = Self.words(.address, await SiteCheck(patient: options, store: other).findings())
            #expect(wrong.count == 1 && wrong.first?.contains("--store") == true, "\(wrong)")
        }
        let server = try LoopbackServer { _ in .html("hello") }
        var place = try Place()
        place.options.listen.port = Int(server.port)
        let wrong = Self.words(.address, await place.check.findings())
        #expect(wrong.count == 1 && wrong.first?.contains("--listen 127.0.0.1:") == true, "\(wrong)")
    }

    @Test func `a page that is not sent in time does not make another address of it`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/healthz": .html("ok")
            case "/club/robots.txt": ServerAnswer(body: .cutOff(Data()))
            default: .html("no", status: 404)
            }
        }
        var place = try Place()
        place.options.listen.port = Int(server.port)
        let words = Self.words(.address, await place.check.findings())
        #expect(words.count == 1 && words.first?.contains("--store") == true, "\(words)")
    }

    @Test(arguments: [
        "http://other.test/club", "http://club.test", "http://club.test/books", "http://other.test",
    ])
    func `a running site of another address is told from one of another store`(address: String) async throws {
        try await TestSite.with(address: "http://club.test/club") { site in
            var options = site.site.options
            options.listen.port = site.port
            options.address = try #require(SiteAddress(address))
            let check = SiteCheck(patient: options, store: site.store.path)
            let words = Self.words(.address, await check.findings())
            #expect(words.count == 1 && words.first?.hasPrefix("--address \(address): ") == true, "\(words)")
            #expect(words.first?.contains("was started with another --address;") == true, "\(words)")
        }
    }

    @Test func `further host names are tried as the address is`() async throws {
        let nobody = try HeldPort()
        var place = try Place()
        let (other, lost) = ("localhost:\(place.port.number)", "127.0.0.1:\(nobody.number)")
        place.options.hosts = [other, lost, "a?b"]
        let findings = await place.check.findings()
        let addresses = findings.filter { $0.subject == .address }
        #expect(addresses.map(\.verdict) == [.fine, .wrong, .wrong, .fine], "\(findings)")
        let words = addresses.map(\.words)
        try #require(words.count == 4)
        #expect(words[1].hasPrefix("http://\(lost)/club: ") && words[1].contains("can't be reached"))
        #expect(words[2] == "--host a?b: not a host name" && words[3] == "http://\(other)/club answers")
        #expect(
            findings.filter { $0.subject == .proxy }.map(\.words)
                == ["\(place.options.address.text): none", "http://\(other)/club: none"])
    }

    @Test func `a proxy's faults are said of the host name that leads to it`() async throws {
        let place = try Place()
        try await TestProxy.with([.noClient], to: place.options.listen.port) { proxy in
            var options = place.options
            options.hosts = ["127.0.0.1:\(proxy)"]
            var check = SiteCheck(patient: options, store: place.store)
            (check.hold, check.now) = (.milliseconds(300), place.clock())
            let findings = await check.findings()
            let words = Self.words(.proxy, findings).filter { $0.contains("X-Forwarded-For") }
            #expect(
                words.count == 1 && words[0].hasPrefix("http://127.0.0.1:\(proxy)/club: "), "\(findings)")
        }
    }

    @Test func `a site answers probes only to who shows a secret of its store`() async throws {
        try await TestSite.with { site in
            let visitor = site.visitor()
            for path in [ProbeController.path, ProbeController.events] {
                #expect(try await visitor.get(path).status == 404)
                #expect(try await visitor.get(path, ["X-BookZone-Check": Secret().text]).status == 404)
            }
            let secret = Secret()
            try site.store.save(Ticket(.check, until: .now + 60), hash: secret.hash)
            let answer = try await visitor.get(ProbeController.path, ["X-BookZone-Check": secret.text])
            #expect(answer.status == 200 && answer.text.contains("203.0.113.1"))
            let late = Secret()
            try site.store.save(Ticket(.check, until: .now - 1), hash: late.hash)
            #expect(
                try await visitor.get(ProbeController.path, ["X-BookZone-Check": late.text]).status == 404)
            // No page takes it for an invitation.
            let fields = [("ticket", secret.text), ("name", "Eve"), ("password", "a good long one")]
            #expect(try await visitor.send("/sign-up", fields).status == 403)
        }
    }

    // MARK: Mail, the provider and backups

    private static func mail(_ url: String) throws -> MailServer {
        try MailServer(url: url, sender: #require(MailAddress("site@club.test")), user: "site", password: "x")
    }

    @Test(arguments: [
        (MailTestServer.Fault.greeting, "554"), (.login, "BOOKZONE_SMTP_PASSWORD"),
        (.silence, "timed out"),
    ])
    func `a mail server that does not let the site in is said`(
        fault: MailTestServer.Fault, word: String
    ) async throws {
        let server = try MailTestServer(fault)
        var place = try Place()
        place.options.mail = try Self.mail(server.address)
        var check = place.check
        if fault == .silence { check.timeout = .seconds(2) }
        let words = Self.words(.mail, await check.findings())
        #expect(words.count == 1 && words.first?.contains(word) == true, "\(words)")
    }

    @Test func `a letter is sent only where one is wanted, and a refused one is said`() async throws {
        let server = try MailTestServer()
        var place = try Place()
        let recipient = try #require(MailAddress("ada@club.test"))
        let unset = await SiteCheck(patient: place.options, store: place.store, mailTo: recipient).findings()
        #expect(Self.words(.mail, unset).first?.contains("no test e-mail was sent") == true, "\(unset)")
        place.options.mail = try Self.mail(server.address)
        let findings = await place.check.findings()
        #expect(findings.first { $0.subject == .mail }?.verdict == .fine, "\(findings)")
        #expect(server.commands.contains("AUTH") && !server.commands.contains("MAIL"))
        let sent = await SiteCheck(patient: place.options, store: place.store, mailTo: recipient).findings()
        #expect(sent.first { $0.subject == .mail }?.verdict == .fine, "\(sent)")
        #expect(server.letters.count == 1 && server.letters.first?.contains("To: ada@club.test") == true)
        for (fault, answer) in [(MailTestServer.Fault.recipient, "550"), (.sender, "451"), (.message, "552")]
        {
            server.refuse(fault)
            let refused = await SiteCheck(patient: place.options, store: place.store, mailTo: recipient)
                .findings()
            let words = try #require(Self.words(.mail, refused).first)
            #expect(words.contains(answer) && words.contains("BOOKZONE_MAIL_FROM"), "\(words)")
            #expect(!words.contains("BOOKZONE_SMTP_PASSWORD") && !words.contains("network"), "\(words)")
        }
    }

    @Test func `a mail server that stops answering once it has the message is said`() async throws {
        let server = try MailTestServer(.stall)
        var place = try Place()
        place.options.mail = try Self.mail(server.address)
        let recipient = try #require(MailAddress("ada@club.test"))
        var check = SiteCheck(place.options, store: place.store, mailTo: recipient)
        check.timeout = .seconds(2)
        let words = try #require(Self.words(.mail, await check.findings()).first)
        #expect(words.contains("stopped answering") && !words.contains("firewall"), "\(words)")
        #expect(server.letters.count == 1)
    }

    @Test func `a mail server that is not there, or not secure, is said`() async throws {
        var place = try Place()
        place.options.mail = try Self.mail("smtp://127.0.0.1:\(HeldPort().number)")
        let missing = Self.words(.mail, await place.check.findings()).first
        #expect(
            missing?.contains("can't be reached") == true && missing?.contains("BOOKZONE_SMTP_URL") == true)
        let plain = try MailTestServer()
        place.options.mail = try Self.mail("smtps://127.0.0.1:\(plain.port)")
        #expect(Self.words(.mail, await place.check.findings()).first?.contains("secure connection") == true)
    }

    @Test func `a provider's settings, keys and clock are checked`() async throws {
        try await TestProvider.with { site, provider in
            var place = try Place()
            place.options.provider = provider.options
            let findings = await place.check.findings()
            #expect(findings.first { $0.subject == .provider }?.verdict == .fine, "\(findings)")
            #expect(findings.first { $0.subject == .clock }?.verdict == .fine, "\(findings)")
            for (setting, word) in [
                ("issuer", "calls itself"), ("jwks_uri", "no https address"),
                ("token_endpoint", "no https address"),
            ] {
                provider.say { $0.settings = [setting: "http://elsewhere.test/x"] }
                let wrong = Self.words(.provider, await place.check.findings())
                #expect(wrong.first?.contains(word) == true, "\(setting): \(wrong)")
            }
        }
        var place = try Place()
        let held = try HeldPort()
        place.options.provider = OpenIDOptions(issuer: "http://127.0.0.1:\(held.number)", client: "club")
        let unreached = Self.words(.provider, await place.check.findings())
        #expect(unreached.first?.contains("can't be reached") == true, "\(unreached)")
        #expect(unreached.first?.contains("whether this machine reaches it") == true, "\(unreached)")
        for status in [404, 500] {
            let server = try LoopbackServer { _ in .html("no", status: status) }
            place.options.provider = OpenIDOptions(issuer: server.address, client: "club")
            let words = Self.words(.provider, await place.check.findings())
            #expect(words.first?.contains("\(status)") == true, "\(words)")
        }
    }

    @Test(arguments: [(-20_000.0, "ahead of"), (20_000.0, "behind"), (0.0, "")])
    func `a clock that is wrong is said, and which way`(by seconds: TimeInterval, word: String) async throws {
        let place = try Place()
        var check = place.check
        check.now = place.clock(behind: seconds)
        let words = Self.words(.clock, await check.findings())
        #expect(words.isEmpty == word.isEmpty && words.allSatisfy { $0.contains(word) }, "\(words)")
    }

    @Test func `backups that can't be read, or have no room, are said`() async throws {
        var place = try Place()
        let folder = place.folder.file("backups")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        place.options.backup = try BackupPlan(place: folder.path, every: 60, keep: 1, store: place.store)
        #expect(await place.check.findings().first { $0.subject == .backup }?.verdict == .fine)
        var full = place.check
        full.freeBytes = { $0 == folder.path ? 100 : 1 << 40 }
        #expect(Self.words(.backup, await full.findings()).first?.contains("a backup needs") == true)
        try FileManager.default.removeItem(at: folder)
        #expect(Self.words(.backup, await place.check.findings()).first?.contains(folder.path) == true)
    }

    @Test(arguments: [
        (["GET"], "AccessDenied"), (["GET", "DELETE"], "AccessDenied"),
        (["GET", "PUT"], "old ones can't be removed"),
        (["PUT", "DELETE"], "InternalError"), (["GET", "PUT", "DELETE"], ""),
    ])
    func `a bucket in which no backup can be made or removed is said`(
        allowed: [String], word: String
    ) async throws {
        let error = { @Sendable (code: String) in "<Error><Code>\(code)</Code><Message>no</Message></Error>" }
        let server = try LoopbackServer { request in
            guard allowed.contains(request.method) else {
                // S3 may give an error while the status is sent already.
                return request.method == "GET"
                    ? .xml(error("InternalError"))
                    : ServerAnswer(status: 403, body: .data(Data(error("AccessDenied").utf8)))
            }
            return request.method == "GET" ? .xml("<ListBucketResult></ListBucketResult>") : .xml("")
        }
        var place = try Place()
        let bucket = try BackupBucket(
            server.address + "/books", key: SigningKeyPair(id: "id", secret: "secret"))
        place.options.backup = BackupPlan(place: bucket, interval: 86_400, keep: 1)
        let words = Self.words(.backup, await place.check.findings())
        #expect(words.isEmpty == word.isEmpty && words.allSatisfy { $0.contains(word) }, "\(words)")
    }

    @Test func `a bucket that never answers is asked once, after what was found before is reported`()
        async throws
    {
        let server = try LoopbackServer { _ in ServerAnswer(body: .silence) }
        var place = try Place()
        let bucket = try BackupBucket(
            server.address + "/books", key: SigningKeyPair(id: "id", secret: "secret"))
        place.options.backup = BackupPlan(place: bucket, interval: 86_400, keep: 1)
        var check = place.check
        check.timeout = .seconds(2)
        var asked: [Subject: Int] = [:]
        let findings = await check.findings { asked[$0.subject] = server.requests.count }
        #expect(asked[.disk] == 0 && asked[.provider] == 0 && asked[.backup] == 1, "\(asked)")
        #expect(Self.words(.backup, findings).first?.hasSuffix("timed out after 2 s") == true, "\(findings)")
    }

    // MARK: The disk

    @Test func `a network disk, a full one and a folder that is missing are said`() async throws {
        var place = try Place()
        var check = place.check
        check.networkDisk = { _ in .nfs }
        #expect(Self.words(.disk, await check.findings()).first?.contains("NFS") == true)
        place.options.diskLeft = 1 << 60
        #expect(Self.words(.disk, await place.check.findings()).first?.contains("free some") == true)
        let nowhere = SiteCheck(
            patient: try Place().options, store: place.folder.file("gone/store.sqlite").path)
        let missing = Self.words(.disk, await nowhere.findings())
        #expect(missing.count == 1 && missing.first?.contains("no such folder") == true, "\(missing)")
    }

    @Test func `the photos' disk is checked where it is another than the store's`() async throws {
        var place = try Place()
        place.options.photos = place.folder.file("photos").path
        try FileManager.default.createDirectory(
            atPath: place.options.photos, withIntermediateDirectories: false)
        let photos = place.options.photos
        place.options.diskLeft = 1 << 30
        var check = place.check
        check.freeBytes = { $0 == photos ? 1 << 20 : 1 << 40 }
        #expect(Self.words(.disk, await check.findings()).isEmpty)
        check.device = { $0 == photos ? 1 : 2 }
        let words = Self.words(.disk, await check.findings())
        #expect(words.count == 1 && words.first?.hasPrefix("\(photos): ") == true, "\(words)")
    }

    @Test func `a store is neither made nor changed, and what is none is said`() async throws {
        let place = try Place()
        let new = place.folder.file("new.sqlite").path
        #expect(Self.words(.disk, await SiteCheck(patient: place.options, store: new).findings()).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: new))
        let before = try Data(contentsOf: URL(filePath: place.store))
        _ = await place.check.findings()
        #expect(try Data(contentsOf: URL(filePath: place.store)) == before)
        let junk = try place.folder.write(Data("junk, and no store".utf8), to: "junk.sqlite")
        let words = Self.words(.disk, await SiteCheck(patient: place.options, store: junk.path).findings())
        #expect(words.first?.contains("not a BookZone store") == true, "\(words)")
    }
}

extension SiteCheck {
    /// Waits longer than any test takes, also on a busy machine: without a proxy the first event ends the wait.
    fileprivate init(patient options: SiteOptions, store: String, mailTo: MailAddress? = nil) {
        self.init(options, store: store, mailTo: mailTo)
        (hold, timeout) = (.seconds(600), .seconds(600))
    }
}
#endif
