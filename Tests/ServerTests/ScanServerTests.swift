#if Server
// The reader without a catalogue: photos in, records out, without store and accounts.
import Books
import Foundation
import Logging
import Reading
import Sandbox
import TestSupport
import Testing

@testable import Server

struct ScanServerTests {
    private static let token = "a token of the test"

    /// A reader on its own port, with an empty folder.
    struct Running: Sendable {
        let site: ScanServer
        let port: Int
        let folder: TemporaryFolder

        func ask(
            _ method: String, _ path: String, _ headers: [String: String] = [:], body: Data = Data()
        ) async throws -> Answer {
            var all = ["Host": "localhost:\(port)", "Connection": "close"]
            if method == "POST" { all["Content-Length"] = String(body.count) }
            all.merge(headers) { $1 }
            let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
            let wire = try Wire(port)
            try await wire.send(
                Array("\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n".utf8) + Array(body))
            return try await wire.answer()
        }

        /// The values in `/metrics`, by name with labels.
        func metrics() async throws -> [String: Double] {
            let answer = try await ask("GET", "/metrics")
            #expect(answer.status == 200)
            #expect(answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = answer.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            return try Dictionary(
                uniqueKeysWithValues: lines.map { line in
                    let parts = line.split(separator: " ")
                    return (String(parts[0]), try #require(Double(parts[1])))
                })
        }
    }

    private static func site(
        _ folder: TemporaryFolder, token: String?, host: String = "localhost", diskLeft: Int = 0
    ) throws -> ScanServer {
        var options = SiteOptions(
            address: try #require(SiteAddress("http://localhost")), listen: (host, 0), jobs: 2,
            photos: folder.path)
        options.diskLeft = diskLeft
        let worker = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "bookzone-worker")
        let workers = try ForkServer(
            ForkServer.Program(worker.path), options: ScanOptions(), limits: WorkerLimits(memory: 1 << 30))
        return try ScanServer(options, token: token, workers: workers)
    }

    private static func with(
        token: String? = nil, logger: Logger = .quiet,
        _ body: @Sendable (Running) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let site = try site(folder, token: token)
        try await serving {
            site.application(logger: logger, onListening: $0)
        } _: { port in
            try await body(Running(site: site, port: port, folder: folder))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    /// Shows 978-0-8129-7314-3.
    private static var cover: Data {
        get throws {
            try Data(contentsOf: Repository.root.appending(path: "testimages/cover-isbn10-above-ean.jpg"))
        }
    }

    private static func form(token: String? = nil, _ files: [(name: String, bytes: Data)]) -> Data {
        var body = Data()
        if let token {
            body += Data("--xYz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(token)\r\n".utf8)
        }
        for (name, bytes) in files {
            let head = "Content-Disposition: form-data; name=\"photo\"; filename=\"\(name)\""
            body += Data("--xYz\r\n\(head)\r\n\r\n".utf8) + bytes + Data("\r\n".utf8)
        }
        return body + Data("--xYz--\r\n".utf8)
    }

    private static let formType = ["Content-Type": "multipart/form-data; boundary=xYz"]

    @Test func `a photo's record is the answer, without a store`() async throws {
        try await Self.with { reader in
            let answer = try await reader.ask("POST", "/api/v1/scan", body: Self.cover)
            #expect(answer.status == 200 && answer["content-type"] == "application/json")
            #expect(try JSONSchema.named("scan-record").problems(JSONValue(answer.text)) == [])
            let record = try JSONDecoder().decode(PhotoRecord.self, from: Data(answer.body))
            #expect(record.isbns.map(\.isbn.isbn13) == ["9780812973143"])
            let several = try await reader.ask(
                "POST", "/api/v1/scan?group=folder", Self.formType,
                body: Self.form([("a.jpg", Self.cover), ("b.jpg", Data("x".utf8))]))
            let book = try JSONDecoder().decode(PhotoRecord.self, from: Data(several.body))
            #expect(book.photos.map(\.photo) == ["a.jpg", "b.jpg"])
            let lookup = try await reader.ask("POST", "/api/v1/scan?lookup=true", body: Self.cover)
            #expect(lookup.status == 422 && lookup.text.contains("lookup"))
        }
    }

    @Test func `without the token nothing is read`() async throws {
        try await Self.with(token: Self.token) { reader in
            let cover = try Self.cover
            for given in ["", "Bearer", "Bearer x", "Basic \(Self.token)", "Bearer \(Self.token)x"] {
                let answer = try await reader.ask(
                    "POST", "/api/v1/scan", given.isEmpty ? [:] : ["Authorization": given], body: cover)
                #expect(answer.status == 401 && answer["www-authenticate"] == "Bearer")
            }
            #expect(try await reader.metrics()["bookzone_photos_total{status=\"found\"}"] == 0)
            // With any host name.
            let right = ["Authorization": "bearer secret", "Host": "reader.example"]
            #expect(try await reader.ask("POST", "/api/v1/scan", right, body: cover).status == 401)
        }
        try await Self.with(token: "secret") { reader in
            let right = ["Authorization": "bearer secret", "Host": "reader.example"]
            let read = try await reader.ask("POST", "/api/v1/scan", right, body: Self.cover)
            #expect(read.status == 200)
            let health = try await reader.ask("GET", "/healthz")
            #expect(health.status == 200 && health.text == "ok\n")
        }
    }

    @Test(arguments: [
        ("0.0.0.0", false), ("::", false), ("192.0.2.1", false), ("reader.example", false),
        ("127.example", false), ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("localhost", true),
    ])
    func `without a token it listens on this machine only`(host: String, isAllowed: Bool) throws {
        let folder = try TemporaryFolder()
        if isAllowed {
            _ = try Self.site(folder, token: nil, host: host)
        } else {
            #expect(throws: ScanServer.TokenMissing.self) { try Self.site(folder, token: nil, host: host) }
        }
        _ = try Self.site(folder, token: "x", host: host)
    }

    @Test func `pages of other sites can't use a reader without a token`() async throws {
        try await Self.with { reader in
            let cover = try Self.cover
            for host in ["evil.example", "127.0.0.1.evil.example", ""] {
                let answer = try await reader.ask("POST", "/api/v1/scan", ["Host": host], body: cover)
                #expect(answer.status == 421)
            }
            for origin in ["http://evil.example", "null", "http://localhost:1"] {
                let answer = try await reader.ask("POST", "/api/v1/scan", ["Origin": origin], body: cover)
                #expect(answer.status == 400)
            }
            let own = ["Origin": "http://localhost:\(reader.port)"]
            #expect(try await reader.ask("POST", "/api/v1/scan", own, body: cover).status == 200)
        }
    }

    @Test func `the page shows what was read`() async throws {
        try await Self.with(token: "secret") { reader in
            let page = try await reader.ask("GET", "/")
            #expect(page.status == 200 && page.text.contains("type=\"password\""))
            let files = [("<b>.jpg", try Self.cover), ("none.jpg", Data("x".utf8))]
            let answer = try await reader.ask(
                "POST", "/", Self.formType, body: Self.form(token: "secret", files))
            #expect(answer.status == 200 && answer.text.contains("978-0-8129-7314-3"))
            #expect(answer.text.contains("&lt;b&gt;.jpg") && !answer.text.contains("<b>.jpg"))
            #expect(answer.text.contains("not a photo of a known format"))
            let wrong = try await reader.ask(
                "POST", "/", Self.formType, body: Self.form(token: "other", files))
            #expect(wrong.status == 401 && wrong.text.contains("the token is wrong"))
            let none = try await reader.ask("POST", "/", Self.formType, body: Self.form(files))
            #expect(none.status == 401)
            #expect(try await reader.ask("GET", "/style.css").status == 200)
        }
        try await Self.with { reader in
            #expect(try await !reader.ask("GET", "/").text.contains("type=\"password\""))
            let empty = try await reader.ask("POST", "/", Self.formType, body: Self.form([]))
            #expect(empty.status == 400 && empty.text.contains("malformed"))
        }
    }

    @Test func `a request that breaks off is malformed, and no error of the server`() async throws {
        let log = EventLog()
        try await Self.with(logger: log.logger) { reader in
            for path in ["/api/v1/scan", "/"] {
                for rest in [
                    "Content-Length: 1000\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc",
                ] {
                    let wire = try Wire(reader.port)
                    try await wire.send("POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(rest)".utf8)
                    wire.finishSending()
                    #expect(try await wire.answer().status == 400, "\(path) \(rest)")
                }
            }
        }
        #expect(log.messages == [])
    }

    @Test func `a folder that is missing is no full disk, and the log says what is wrong`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(throws: FolderFailure.self) { try Self.site(folder, token: nil) }
        let log = EventLog()
        try await Self.with(logger: log.logger) { reader in
            try FileManager.default.removeItem(atPath: reader.folder.path)
            #expect(try await reader.ask("POST", "/api/v1/scan", body: Data("x".utf8)).status == 500)
            try FileManager.default.createDirectory(
                atPath: reader.folder.path, withIntermediateDirectories: true)
            #expect(
                log.messages
                    == ["photos can't be stored in \(reader.folder.path): No such file or directory"])
        }
    }

    @Test func `a reader without room for a photo does not start`() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: FolderFailure.self) {
            try Self.site(folder, token: nil, diskLeft: 1 << 60)
        }
        #expect(failure?.isFull == true && failure?.description.contains("must stay free") == true)
    }

    @Test func `nothing else is served`() async throws {
        try await Self.with { reader in
            for path in ["/sign-in", "/books/9780812973143", "/api/v1/me", "/photos", "/live"] {
                for method in ["GET", "POST"] {
                    let answer = try await reader.ask(method, path)
                    #expect(answer.status == 404 && answer["content-type"] == "application/problem+json")
                    #expect(answer.text.contains("not-found"), "\(answer.text)")
                }
            }
            let answer = try await reader.ask("GET", "/api/v1/scan")
            #expect(answer.status == 405 && answer["allow"] == "POST")
            #expect(answer["content-security-policy"]?.contains("default-src 'none'") == true)
        }
    }

    @Test func `photos, seconds and the queue are counted`() async throws {
        try await Self.with { reader in
            let before = try await reader.metrics()
            #expect(before["bookzone_photos_total{status=\"found\"}"] == 0)
            #expect(before["bookzone_photo_seconds_count"] == 0 && before["bookzone_queue_length"] == 0)
            let files = [("a.jpg", try Self.cover), ("b.jpg", Data("x".utf8)), ("c.jpg", try Self.cover)]
            _ = try await reader.ask("POST", "/api/v1/scan", Self.formType, body: Self.form(files))
            let after = try await reader.metrics()
            #expect(after["bookzone_photos_total{status=\"found\"}"] == 2)
            #expect(after["bookzone_photos_total{status=\"failed\"}"] == 1)
            #expect(after["bookzone_photos_total{status=\"uncertain\"}"] == 0)
            #expect(after["bookzone_photo_seconds_count"] == 3)
            #expect(after["bookzone_photo_seconds_bucket{le=\"+Inf\"}"] == 3)
            #expect((after["bookzone_photo_seconds_sum"] ?? 0) > 0)
            let buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60].map {
                after["bookzone_photo_seconds_bucket{le=\"\($0)\"}"] ?? -1
            }
            #expect(buckets == buckets.sorted() && buckets[0] >= 0)
            // While both workers are busy.
            try await reader.site.scans.workers.withWorker(for: 1, isAwaited: true) {
                _ async throws(CancellationError) in
                try await reader.site.scans.workers.withWorker(for: 1, isAwaited: true) {
                    _ async throws(CancellationError) in
                    do {
                        var wire: Wire? = try Wire(reader.port)
                        let head =
                            "POST /api/v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"
                        try await wire?.send(head.utf8)
                        var waiting: [String: Double] = [:]
                        for _ in 0..<3600 where waiting["bookzone_queue_length"] != 1 {
                            waiting = try await reader.metrics()
                        }
                        #expect(waiting["bookzone_queue_length"] == 1 && waiting["bookzone_requests"] == 1)
                        wire = nil
                        for _ in 0..<3600 where waiting["bookzone_requests"] != 0 {
                            waiting = try await reader.metrics()
                        }
                        #expect(waiting["bookzone_queue_length"] == 0 && waiting["bookzone_requests"] == 0)
                    } catch { Issue.record(error) }
                }
            }
        }
    }

    @Test func `a client that closes its side while it waits gets no error of the server`() async throws {
        try await Self.with { reader in
            let workers = reader.site.scans.workers
            // While both workers are busy.
            try await workers.withWorker(for: 1, isAwaited: true) { _ async throws(CancellationError) in
                try await workers.withWorker(for: 1, isAwaited: true) { _ async throws(CancellationError) in
                    do {
                        let wire = try Wire(reader.port)
                        let head =
                            "POST /api/v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"
                        try await wire.send(head.utf8)
                        while workers.count == 0 { try await Task.sleep(for: .milliseconds(10)) }
                        wire.finishSending()
                        await #expect(throws: Wire.Closed.self) { try await wire.answer() }
                    } catch { Issue.record(error) }
                }
            }
        }
    }

    @Test func `metrics are in the form that Prometheus reads`() {
        let metrics = ScanMetrics()
        metrics.count(
            [PhotoRecord(photo: "a", status: .none), PhotoRecord(photo: "a", status: .found)], seconds: 0.2)
        metrics.count([PhotoRecord(photo: "b", status: .none)], seconds: 400)
        metrics.count([], seconds: 0.05)
        metrics.countRefused()
        let lines = metrics.text(waiting: 3, requests: 4).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "" && lines.filter(\.isEmpty).count == 1)
        for line in lines.dropLast() {
            #expect(line.wholeMatch(of: /# (HELP|TYPE) [a-z_]+ .+|[a-z_]+({[a-z]+="[^"]+"})? [0-9.]+/) != nil)
        }
        let text = lines.joined(separator: "\n")
        for part in [
            "bookzone_photos_total{status=\"found\"} 1\n", "bookzone_photos_total{status=\"none\"} 1\n",
            "bookzone_photos_total{status=\"failed\"} 1\n", "bookzone_photo_seconds_bucket{le=\"0.05\"} 1\n",
            "bookzone_photo_seconds_bucket{le=\"0.25\"} 2\n",
            "bookzone_photo_seconds_bucket{le=\"60.0\"} 2\n",
            "bookzone_photo_seconds_bucket{le=\"+Inf\"} 3\n", "bookzone_photo_seconds_sum 400.25\n",
            "bookzone_photo_seconds_count 3\n", "bookzone_queue_length 3\n", "bookzone_requests 4\n",
            "bookzone_requests_refused_total 1\n",
        ] { #expect(text.contains(part), "\(part)") }
    }
}
#endif
