#if Server
// Backups while a site is running: which are kept, and messages about places that can't be written.
import Catalogue
import Formats
import Foundation
import HTTP
import Servers
import Synchronization
import TestSupport
import Testing
import Translation

@testable import Server

struct BackupTests {
    @Test func `a name says when a backup was made, and other names are none`() throws {
        let name = BackupName(Date(timeIntervalSince1970: 1_795_581_900.75))
        #expect(name.text == "bookzone-20261125T044500Z.tar")
        #expect(BackupName(name.text) == name)
        let earlier = BackupName("bookzone-20261125T044500Z.sqlite")
        #expect(earlier?.text == "bookzone-20261125T044500Z.sqlite" && earlier?.date == name.date)
        for other in [
            "", "bookzone-.tar", "bookzone-20261125T044500Z.tar.partial", "catalogue.tar",
            "bookzone-20261332T044500Z.tar", "bookzone-2026-11-25T04:45:00Z.tar",
            "bookzone-20261125T044500Z.tar/../x",
        ] { #expect(BackupName(other) == nil, "\(other)") }
    }

    @Test func `the newest backups are kept, and everything else in the folder`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("kept"), withIntermediateDirectories: false)
        let old = try (1...5).map { day in
            let name = BackupName(Date(timeIntervalSince1970: 1_700_000_000 + 86_400 * Double(day)))
            // Backups of an earlier version count, too.
            return day < 5 ? name : try #require(BackupName(name.text.replacing(".tar", with: ".sqlite")))
        }
        // Dated in the future by a wrong clock: it displaces neither the new backup nor another one.
        let future = BackupName(.now + 86_400)
        for name in (old + [future]).map(\.text) + ["notes.txt", "\(old[0].text).partial/backup.tar"] {
            try folder.write(Data("x".utf8), to: "kept/\(name)")
        }
        // Another site is writing this one.
        let underWay = try DraftFolder.partial(of: folder.file("kept/\(old[1].text)").path)
        defer { underWay.remove() }
        let service = try Self.service(folder, "kept", keep: 3)
        let due = await service.backUp()
        #expect(service.state.failure == nil)
        let made = try #require(service.state.last)
        #expect(due > .now + .seconds(86_000))
        let left = try Set(FileManager.default.contentsOfDirectory(atPath: folder.file("kept").path))
        #expect(left == [made.name.text, old[4].text, old[3].text, "notes.txt", "\(old[1].text).partial"])
        let place = folder.file("restored.sqlite").path
        _ = try StoreArchive.restore(folder.file("kept/\(made.name.text)").path, to: place)
        #expect(try Store(path: place, ifMissing: .refuse).check().isEmpty)
    }

    @Test func `a clock that was ahead delays no backup`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("kept"), withIntermediateDirectories: false)
        let path = folder.file("store.sqlite").path
        _ = try Store(path: path)
        let plan = try BackupPlan(place: folder.file("kept").path, every: 3600, keep: 3, store: path)
        let ahead = Mutex<TimeInterval>(0)
        let service = BackupService(plan, store: path) { .now + ahead.withLock(\.self) }
        func isWithinHour(_ due: ContinuousClock.Instant) -> Bool { due <= .now + .seconds(3600) }
        ahead.withLock { $0 = 365 * 86_400 }
        #expect(await isWithinHour(service.backUp()))
        ahead.withLock { $0 = 0 }
        #expect(service.age == 0)
        #expect(await service.firstTime() <= .now, "the one of next year is none")
        _ = await service.backUp()
        #expect(await isWithinHour(service.firstTime()))
        #expect(try #require(service.state.last).name.date < .now + 60)
    }

    @Test func `a folder that is gone is said, and the next attempt succeeds`() async throws {
        let folder = try TemporaryFolder()
        let place = folder.file("disk")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let service = try Self.service(folder, "disk", keep: 2)
        try FileManager.default.removeItem(at: place)
        let retry = await service.backUp()
        #expect(Language.english(try #require(service.state.failure).reason).contains(place.path))
        for language in Language.all where language.code != "en" {
            let reason = language(try #require(service.state.failure).reason)
            #expect(reason.contains(place.path) && !reason.contains("no such folder"))
        }
        #expect(retry < .now + .seconds(1000))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        _ = await service.backUp()
        #expect(service.state.failure == nil && service.state.last != nil)
    }

    /// A new one in its place would be backed up instead.
    @Test(arguments: [true, false]) func `a store that is gone or empty is not backed up`(isEmpty: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("kept"), withIntermediateDirectories: false)
        let service = try Self.service(folder, "kept", keep: 1)
        _ = await service.backUp()
        let last = try #require(service.state.last)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(at: folder.file("store.sqlite\(suffix)"))
        }
        if isEmpty { try folder.write(Data(), to: "store.sqlite") }
        _ = await service.backUp()
        #expect(service.state.failure != nil && service.state.last?.name == last.name)
        #expect((folder.text("store.sqlite") ?? "").isEmpty)
    }

    /// A folder in which something is refused.
    struct StrictPlace: BackupPlace {
        enum Refusal { case list, remove }

        let folder: BackupFolder
        let refusal: Refusal
        var name: String { folder.name }
        static let error = BucketError(status: 403, code: "AccessDenied", message: "no")

        func backups() throws -> [BackupFile] {
            if refusal == .list { throw Self.error }
            return try folder.backups()
        }

        func write(_ store: Store, as file: BackupName) throws -> BackupFile {
            try folder.write(store, as: file)
        }

        func remove(_ file: BackupName) throws {
            if refusal == .remove { throw Self.error }
            try folder.remove(file)
        }
    }

    @Test(arguments: [StrictPlace.Refusal.list, .remove])
    func `a place that refuses something does not fill up`(refusal: StrictPlace.Refusal) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("kept"), withIntermediateDirectories: false)
        let store = folder.file("store.sqlite").path
        _ = try Store(path: store)
        let kept = BackupFolder(path: folder.file("kept").path)
        let old = BackupName(Date(timeIntervalSince1970: 1_700_000_000))
        try folder.write(Data("x".utf8), to: "kept/\(old.text)")
        let service = BackupService(
            BackupPlan(place: StrictPlace(folder: kept, refusal: refusal), interval: 86_400, keep: 1),
            store: store)
        let due = await service.backUp()
        switch refusal {
        case .list:
            #expect(service.state.failure != nil)
            #expect(try kept.backups().map(\.name) == [old], "nothing is written that can't be verified")
        case .remove:
            #expect(service.state.failure == nil && service.state.last != nil)
            #expect(Language.english(try #require(service.state.removalFailure)).contains("AccessDenied"))
            #expect(due > .now + .seconds(86_000), "the next one is due after the interval")
        }
    }

    private static let errors: [any Error] = [
        CatalogueError.full(path: "/disk/x", .system(errno: ENOSPC)),
        CatalogueError.noFolder(path: "/disk/x", folder: "/disk"),
        CatalogueError.readOnly(path: "/disk/x", .system(errno: EROFS)),
        CatalogueError.cannotOpen(path: "/disk/x", .system(errno: EACCES)),
        CatalogueError.cannotWrite(path: "/disk/x", .system(errno: EROFS)),
        CatalogueError.unreadable(path: "/disk/x", errno: EIO), CatalogueError.busy(path: "/disk/x", .record),
        CatalogueError.unsound(path: "/disk/x", []),
        HTTPError.unreachable(host: "/disk/x", CurlFailure(code: 6, words: "x")),
        HTTPError.timedOut(host: "/disk/x", seconds: 60),
        HTTPError.timedOut(host: "/disk/x", seconds: 10, .connecting),
        HTTPError.timedOut(host: "/disk/x", seconds: 60, .stall),
        HTTPError.cutOff(host: "/disk/x", CurlFailure(code: 18, words: "x")),
        HTTPError.certificate(host: "/disk/x", CurlFailure(code: 60, words: "x")),
        HTTPError.certificate(host: "/disk/x", CurlFailure(code: 60, words: "certificate has expired")),
        HTTPError.certificate(host: "/disk/x", CurlFailure(code: 60, words: "not yet valid")),
        HTTPError.certificate(host: "/disk/x", CurlFailure(code: 60, words: "hostname mismatch")),
        HTTPError.certificate(host: "/disk/x", CurlFailure(code: 77, words: "x")),
        HTTPError.notHTTP(host: "/disk/x", CurlFailure(code: 1, words: "x")),
        BucketError(status: 301, code: "", message: ""),
        BucketError(status: 403, code: "AccessDenied", message: "no"),
        BucketError(status: 404, code: "NoSuchBucket", message: ""),
        BucketError(status: 503, code: "", message: ""),
        CocoaError(.fileReadNoSuchFile), CocoaError(.fileWriteNoPermission), CocoaError(.fileWriteOutOfSpace),
        CocoaError(.fileReadUnknown),
    ]

    @Test func `administrators read in their language why a backup failed`() {
        for error in Self.errors {
            let reason = BackupFailure.reason(of: error, place: "/disk/x")
            let english = Language.english(reason)
            for language in Language.all where language.code != "en" {
                #expect(
                    language(reason) != english && language(reason).contains("/disk/x"),
                    "\(language.code): \(english)")
            }
        }
    }

    /// They come into the log, of which each line must be the site's own.
    @Test func `the words of a bucket's server steer nothing`() async throws {
        let words = "no\nerror: forged\u{202E}\u{1B}[31m"
        let server = try LoopbackServer { _ in
            ServerAnswer(
                status: 403,
                body: .data(Data("<Error><Code>\(words)</Code><Message>\(words)</Message></Error>".utf8)))
        }
        let client = try BucketClient(server.address + "/books", key: SigningKeyPair(id: "id", secret: "s"))
        let error = await #expect(throws: BucketError.self) { try await client.objects(in: "") }
        let reason = Language.english(BackupFailure.reason(of: try #require(error), place: "/disk/x"))
        #expect(reason.contains("no error: forged"), "\(reason)")
        #expect(!reason.unicodeScalars.contains { ["\n", "\u{202E}", "\u{1B}"].contains($0) })
    }

    @Test func `a place that can take no backups is refused at the start`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data(), to: "file")
        for place in [folder.file("missing").path, file.path, "https://s3.example"] {
            #expect(throws: BackupPlan.Problem.self, "\(place)") {
                try BackupPlan(place: place, every: 86_400, keep: 14, store: folder.file("s.sqlite").path)
            }
        }
    }

    @Test(arguments: [
        "s.sqlite.photos", "s.sqlite.photos/deep", "link", "link/deep", "s.sqlite.photos/../link",
    ])
    func `the site removes no backups as unknown photos`(place: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.file("s.sqlite.photos/deep"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: folder.file("s.sqlite.photos"))
        func plan(_ place: String) throws -> BackupPlan {
            try BackupPlan(
                place: "\(folder.url.path)/\(place)", every: 86_400, keep: 14,
                store: folder.file("s.sqlite").path)
        }
        let problem = #expect(throws: BackupPlan.Problem.self) { try plan(place) }
        #expect(problem?.description.contains("keeps its photos there") == true)
        try FileManager.default.createDirectory(
            at: folder.file("s.sqlite.photos2"), withIntermediateDirectories: false)
        #expect(throws: Never.self) { try plan("s.sqlite.photos2") }
        #expect(throws: Never.self) { try plan("") }
    }

    @Test(arguments: [
        ("http://s3.example/books", "use https"), ("HTTP://10.0.0.4:9000/books", "use https"),
        ("s3://books", "https://HOST/BUCKET"), ("ftp://s3.example/books", "https://HOST/BUCKET"),
        ("https://s3.example/books", "AWS_ACCESS_KEY_ID"),
        ("http://127.0.0.1:9000/books", "AWS_ACCESS_KEY_ID"),
    ])
    func `backups leave this machine encrypted only`(place: String, words: String) throws {
        let problem = #expect(throws: BackupPlan.Problem.self) {
            try BackupPlan(place: place, every: 86_400, keep: 14, store: "s.sqlite")
        }
        #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "")")
    }

    @Test func `a bucket's address is a plain one, and its folder's name is decoded`() throws {
        let key = SigningKeyPair(id: "id", secret: "secret")
        let bucket = try BackupBucket("https://s3.example/books/my%20cat", key: key)
        #expect(bucket.name == "https://s3.example/books/my cat/")
        for address in [
            "http://127.0.0.1:9/club?x=1", "https://s3.example/club#x", "https://u:p@s3.example/club",
            "https://s3.example/club/%FF",
        ] {
            #expect(throws: HTTPError.self, "\(address)") {
                try BackupBucket(address, key: key)
            }
        }
    }

    /// moto verifies the signature of each request.
    @Test(.enabled(if: Judge.has(Judge.python), "the Python packages for tests are missing"))
    func `a bucket of S3 takes backups, and says why it refuses one`() async throws {
        let server = try BucketServer()
        let folder = try TemporaryFolder()
        let client = try BucketClient(server.address + "/books", key: server.key)
        // Between one part and two.
        let large = try folder.write(Data(repeating: 7, count: 20 << 20), to: "large")
        let sent = try await client.put(FileHandle(forReadingFrom: large), as: "large")
        #expect(sent == 20 << 20)
        let bucket = try BackupBucket(
            server.address + "/books", key: server.key)
        _ = try Store(path: folder.file("store.sqlite").path)
        let service = BackupService(
            BackupPlan(place: bucket, interval: 86_400, keep: 1), store: folder.file("store.sqlite").path)
        _ = await service.backUp()
        #expect(service.state.failure == nil)
        let made = try #require(service.state.last)
        #expect(try await bucket.backups() == [made])
        #expect(try await Set(client.objects(in: "").map(\.key)) == ["large", made.name.text])
        #expect(!FileManager.default.fileExists(atPath: folder.file("store.sqlite.uploading").path))

        let stranger = SigningKeyPair(id: server.key.id, secret: "guessed")
        let refused = BackupService(
            BackupPlan(
                place: try BackupBucket(
                    server.address + "/books", key: stranger),
                interval: 86_400, keep: 1), store: folder.file("store.sqlite").path)
        _ = await refused.backUp()
        #expect(
            Language.english(try #require(refused.state.failure).reason).contains("SignatureDoesNotMatch"))
        try await client.delete("large")
        #expect(try await client.objects(in: "").map(\.key) == [made.name.text])
    }

    @Test(.enabled(if: Judge.has(Judge.python), "the Python packages for tests are missing"))
    func `parts that a killed site left in a bucket are removed with the next backup`() async throws {
        // moto takes the escaped slash of a query, as S3 wants it, for a wrong signature.
        let server = try BucketServer(verifiesSignatures: false)
        let folder = try TemporaryFolder()
        let client = try BucketClient(server.address + "/books", key: server.key)
        let abandoned = BackupName(Date(timeIntervalSince1970: 1_700_000_000)).text
        // A copy of another site's, and files that are no backups.
        let others = [abandoned, "sea/film.mov", "sea/old/\(abandoned)", "seaside/\(abandoned)"]
        for key in others + ["sea/\(abandoned)"] { _ = try await client.begin(key) }
        let bucket = try BackupBucket(
            server.address + "/books/sea", key: server.key)
        // moto says that each upload began in 2010.
        let begun = try #require(try await client.uploads(in: "").first?.begun)
        await bucket.abortAbandoned(now: begun + 86_000)
        #expect(try await client.uploads(in: "").count == 5, "they may be under way")
        let store = try Store(path: folder.file("store.sqlite").path)
        _ = try await bucket.write(store, as: BackupName(.now))
        #expect(try await client.uploads(in: "").map(\.key).sorted() == others.sorted())
        #expect(try await bucket.backups().count == 1)
    }

    @Test(.enabled(if: Judge.has(Judge.python), "the Python packages for tests are missing"))
    func `a backup that is stopped leaves no parts in a bucket`() async throws {
        let server = try BucketServer()
        let folder = try TemporaryFolder()
        let client = try BucketClient(server.address + "/books", key: server.key)
        let large = try FileHandle(forUpdating: folder.write(Data(), to: "large"))
        try large.truncate(atOffset: 1 << 28)
        try large.seek(toOffset: 0)
        let sending = Task { [large] in try await client.put(large, as: "large") }
        while try await client.uploads(in: "").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        sending.cancel()
        await #expect(throws: (any Error).self) { try await sending.value }
        #expect(try await client.uploads(in: "").isEmpty)
        #expect(try await client.objects(in: "").isEmpty)
    }

    @Test(arguments: ["2026-11-25T04:45:00.000Z", "2026-11-25T04:45:00Z"])
    func `unfinished uploads are listed with the time at which they began`(time: String) {
        let answer = BucketAnswer(
            Data(
                """
                <ListMultipartUploadsResult><Bucket>books</Bucket><Upload><Key>sea/a.tar</Key><UploadId>7~x</UploadId>
                <Initiator><ID>maria</ID></Initiator><Initiated>\(time)</Initiated></Upload>
                <Upload><Key>b</Key><UploadId>8</UploadId><Initiated>yesterday</Initiated></Upload>
                </ListMultipartUploadsResult>
                """.utf8))
        let begun = Date(timeIntervalSince1970: 1_795_581_900)
        #expect(answer.uploads == [BucketUpload(key: "sea/a.tar", id: "7~x", begun: begun)])
    }

    private static func service(_ folder: TemporaryFolder, _ place: String, keep: Int) throws -> BackupService
    {
        let path = folder.file("store.sqlite").path
        _ = try Store(path: path)
        return BackupService(
            try BackupPlan(place: folder.file(place).path, every: 86_400, keep: keep, store: path),
            store: path)
    }
}

/// moto, a server with the protocol of S3, with one bucket and one access key.
private final class BucketServer: Sendable {
    let address: String
    let key: SigningKeyPair
    private let port: HeldPort
    private let folder: TemporaryFolder
    private let server = Process()

    init(verifiesSignatures: Bool = true) throws {
        port = try HeldPort()
        address = port.address
        folder = try TemporaryFolder()
        server.executableURL = URL(filePath: Judge.python)
        server.arguments = ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port.number)]
        server.environment = ["PATH": "/usr/bin:/bin"]
        // The requests that create the key and the bucket need no signature.
        if verifiesSignatures { server.environment?["INITIAL_NO_AUTH_ACTION_COUNT"] = "5" }
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        while !port.isListening {
            guard server.isRunning else { throw ServerFailure(message: "moto ended early") }
            usleep(10_000)
        }
        let verdict = try Judge.run(Judge.python, ["-c", Self.setup, address], in: folder)
        let words = verdict.output.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 2 else { throw ServerFailure(message: verdict.errors) }
        key = SigningKeyPair(id: words[0], secret: words[1])
    }

    deinit { server.killIfRunning() }

    private static let setup = """
        import boto3, json, sys
        options = dict(endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
        accounts = boto3.client("iam", **options)
        accounts.create_user(UserName="site")
        statement = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
        policy = accounts.create_policy(
            PolicyName="all", PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
        accounts.attach_user_policy(UserName="site", PolicyArn=policy["Policy"]["Arn"])
        key = accounts.create_access_key(UserName="site")["AccessKey"]
        boto3.client("s3", **options).create_bucket(Bucket="books")
        print(key["AccessKeyId"], key["SecretAccessKey"])
        """
}
#endif
