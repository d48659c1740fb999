#if Server
// A photo in, its record out, as from `scan --format jsonl`, with a token; nothing is kept.
import Accounts
import Batch
import Books
import Catalogue
import Formatting
import Foundation
import Output
import Reading
import Synchronization
import TestSupport
import Testing

@testable import Server

struct ScanAPITests {
    private static let path = "/api/v1/scan"

    private static func photo(_ name: String) throws -> Data {
        try Data(contentsOf: Repository.root.appending(path: "testimages/\(name)"))
    }

    /// Shows 978-0-8129-7314-3.
    private static var cover: Data { get throws { try photo("cover-isbn10-above-ean.jpg") } }
    private static let coverISBN = "9780812973143"

    private static let pdf = PDFFile.bytes([.text("© 2012 Windward", "ISBN 978-1-936218-47-9 (e-book)")])

    /// A token of an account.
    private static func token(_ site: TestSite, _ name: String = "Maria") async throws -> [String: String] {
        let secret = Secret()
        try await site.store.makeToken(secret.hash, name: "x", of: site.account(name).id)
        return ["Authorization": "Bearer \(secret.text)"]
    }

    private static func scan(
        _ site: TestSite, _ body: Data, _ query: String = "", by token: [String: String],
        type: String = ""
    ) async throws -> Answer {
        try await site.visitor().ask(
            "POST", path + query, token.merging(["Content-Type": type]) { $1 }, body: Array(body))
    }

    private static func form(_ files: [(name: String, bytes: Data)]) -> Data {
        var body = Data()
        for (name, bytes) in files {
            let head = "Content-Disposition: form-data; name=\"photo\"; filename=\"\(name)\""
            body += Data("--xYz\r\n\(head)\r\n\r\n".utf8) + bytes + Data("\r\n".utf8)
        }
        return body + Data("--xYz--\r\n".utf8)
    }

    private static let formType = "multipart/form-data; boundary=xYz"

    /// Each is valid according to the schema.
    private static func records(_ answer: Answer) throws -> [PhotoRecord] {
        #expect(answer.status == 200)
        let schema = try JSONSchema.named("scan-record")
        return try answer.text.split(separator: "\n").map { line in
            #expect(schema.problems(try JSONValue(String(line))) == [])
            return try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
        }
    }

    /// Waits for something that the site does soon.
    private static func until(_ isSo: () throws -> Bool) async throws {
        for _ in 0..<3600 where try !isSo() { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try isSo())
    }

    /// Nothing of any request is left: no place in a queue, no file, no counted byte, no photo in the store.
    private static func hasNothing(_ site: TestSite) async throws {
        try await until { site.site.scans.requests.count == 0 && site.site.reservations.total == .init() }
        #expect(site.site.scans.workers.count == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.options.photos) == [])
        #expect(try Upload.State.allCases.allSatisfy { try site.store.uploads(in: $0).isEmpty })
    }

    /// Runs `body` while the site's only worker is busy.
    private static func whileBusy<Value: Sendable>(
        _ site: TestSite, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let result = try await site.site.scans.workers.withWorker(for: 0, isAwaited: true) {
            _ async throws(CancellationError) -> Result<Value, any Error> in
            do { return .success(try await body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    // MARK: What is read

    @Test func `a photo's record is the answer`() async throws {
        try await TestSite.with { site in
            let answer = try await Self.scan(site, Self.cover, by: Self.token(site))
            #expect(answer["content-type"] == "application/json" && answer["cache-control"] == "no-store")
            let records = try Self.records(answer)
            #expect(records.count == 1 && records[0].photo == "-" && records[0].status == .found)
            #expect(records[0].isbns.map(\.isbn.isbn13) == [Self.coverISBN])
            try await Self.hasNothing(site)
            #expect(try site.store.book(BookSpecifier(Self.coverISBN)) == nil)
        }
    }

    @Test func `documents and photos of several pages are read`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            let pdf = try Self.records(try await Self.scan(site, Self.pdf, by: token))
            #expect(pdf.map { $0.isbns.map(\.isbn.isbn13) } == [["9781936218479"]])
            let epub = EPUBFile.bytes(["<p>ISBN 978-1-936218-47-9</p>"])
            let book = try Self.records(try await Self.scan(site, epub, by: token))
            #expect(book.map { $0.isbns.map(\.isbn.isbn13) } == [["9781936218479"]])
            let pages = try await Self.scan(site, Self.photo("scan-two-books.tif"), by: token)
            #expect(pages["content-type"] == "application/jsonl")
            #expect(try Self.records(pages).map(\.page) == [1, 2])
        }
    }

    /// The records of the same photos as files, from a run without a site.
    private static func expected(
        _ files: [(name: String, bytes: Data)], _ grouping: PhotoGrouping? = nil
    ) async throws -> [PhotoRecord] {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        let batch = try ScanBatch(
            .paths(files.map { PhotoPath(folder.file($0.name).path) }), options: ScanOptions(), jobs: 1,
            grouping: grouping)
        let records = Mutex<[PhotoRecord]>([])
        await batch.run { result in
            switch result {
            case .photo(let more): records.withLock { $0 += more }
            case .book(let book, _): records.withLock { $0.append(book) }
            default: break
            }
        }
        return try records.withLock(\.self).map { record in
            let line = try JSONLine.line(ScanRow(record)).replacing(folder.path + "/", with: "")
            return try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8)).timeless
        }
    }

    @Test(arguments: [nil, PhotoGrouping.name, .folder])
    func `an archive and a form give what scan gives`(grouping: PhotoGrouping?) async throws {
        let (cover, none) = (try Self.cover, try Self.photo("neg-product-upc.gif"))
        let photos = [("a1.jpg", cover), ("a2.gif", none), ("b.jpg", cover), ("broken.jpg", Data("x".utf8))]
        let zip = ArchiveFile.zip(
            photos.dropLast().map { .init("in/\($0.0)", $0.1) } + [.init("notes.txt", Data("none".utf8))])
        let query = grouping.map { "?group=\($0.words)" } ?? ""
        try await TestSite.with {
            $0.jobs = 2
        } _: { site in
            let token = try await Self.token(site)
            let form = try Self.records(
                try await Self.scan(site, Self.form(photos), query, by: token, type: Self.formType))
            #expect(try await form.map(\.timeless) == Self.expected(photos, grouping))
            let sent = [("box.zip", zip)]
            let archive = try Self.records(
                try await Self.scan(site, Self.form(sent), query, by: token, type: Self.formType))
            #expect(try await archive.map(\.timeless) == Self.expected(sent, grouping))
            let plain = try Self.records(try await Self.scan(site, zip, query, by: token))
            #expect(plain.map(\.photo) == archive.map { $0.photo.replacing("box.zip", with: "-") })
            try await Self.hasNothing(site)
        }
    }

    @Test func `what can't be read has a record that says so, among others that are read`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            for (body, code) in [
                (Data("no photo".utf8), "unknown-format"), (Data(), "empty"),
                (ArchiveFile.zip([]), "no-photos"),
                (PDFFile.bytes([.text("A")], isLocked: true), "encrypted"),
                (ArchiveFile.zip([.init("a.txt", Data("x".utf8))]), "no-photos"),
            ] {
                let answer = try await Self.scan(site, body, by: token)
                let records = try Self.records(answer)
                #expect(answer["content-type"] == "application/json" && records.count == 1)
                #expect(records.first?.status == .failed && records.first?.error?.code == code)
            }
            let some = [("a.jpg", try Self.cover), ("b.jpg", Data("x".utf8)), ("c.jpg", try Self.cover)]
            let records = try Self.records(
                try await Self.scan(site, Self.form(some), by: token, type: Self.formType))
            #expect(records.map(\.status) == [.found, .failed, .found])
            #expect(records[2].repeats == PhotoPage(photo: "a.jpg", page: 1))
        }
    }

    @Test func `names of files are told without their folders`() async throws {
        try await TestSite.with { site in
            let names = ["C:\\x\\ü.jpg", "../../etc/b.jpg", "http://x.test/c.jpg", "ليلة.jpg", ""]
            let answer = try await Self.scan(
                site, Self.form(names.map { ($0, Data("x".utf8)) }), by: Self.token(site), type: Self.formType
            )
            #expect(try Self.records(answer).map(\.photo) == ["ü.jpg", "b.jpg", "c.jpg", "ليلة.jpg", "-"])
        }
    }

    // MARK: Parameters

    @Test func `each request has its own options`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            let model = try ScanOptions().modelHash()
            var options = ScanOptions()
            #expect(
                try Self.records(try await Self.scan(site, Self.cover, by: token))[0].settings
                    == options.fingerprint(model: model))
            options = ScanOptions(
                readers: [.barcode], crop: CropRegion(text: "0,0,100%,90%"), rotation: 180, isStrict: true)
            let query = "?readers=barcode&crop=0,0,100%25,90%25&rotate=-180&strict=true"
            let asked = try Self.records(try await Self.scan(site, Self.cover, query, by: token))[0]
            #expect(asked.settings == options.fingerprint(model: nil))
            #expect(asked.isbns.flatMap(\.witnesses).allSatisfy { $0.reader == .barcode })
            // The options must not affect later requests.
            let after = try Self.records(try await Self.scan(site, Self.cover, by: token))[0]
            #expect(after.settings == ScanOptions().fingerprint(model: model) && after.status == .found)
        }
    }

    @Test(arguments: [
        "readers=eyes", "strict=perhaps", "crop=1,2,3", "rotate=left", "group=(a|b)+",
        "lookup=", "reader=ocr", "rotate=1&rotate=2",
    ])
    func `a parameter that is not understood is refused`(query: String) async throws {
        try await TestSite.with { site in
            let answer = try await Self.scan(site, Self.cover, "?\(query)", by: Self.token(site))
            #expect(answer.status == 422 && answer["content-type"] == "application/problem+json")
            #expect(answer.text.contains(try #require(query.split(separator: "=").first)))
            try await Self.hasNothing(site)
        }
    }

    /// As `curl -F strict=true` sends them, or a photo without its name.
    @Test(arguments: ["true", String(repeating: "x", count: 100_000)], [false, true])
    func `a field of a form is refused, since options go into the query`(
        value: String, isLast: Bool
    ) async throws {
        try await TestSite.with { site in
            let field = Data(
                "--xYz\r\nContent-Disposition: form-data; name=\"strict\"\r\n\r\n\(value)\r\n".utf8)
            let form = Self.form([("a.jpg", Data("x".utf8))])
            let end = Data("--xYz--\r\n".utf8)
            let token = try await Self.token(site)
            for body in [isLast ? form.dropLast(end.count) + field + end : field + form, field + end] {
                let answer = try await Self.scan(site, body, by: token, type: Self.formType)
                #expect(answer.status == 422 && answer["content-type"] == "application/problem+json")
                #expect(answer.text.contains("strict") && answer.text.contains("query"))
            }
            try await Self.hasNothing(site)
        }
    }

    @Test func `books are shown where that was asked for, and nothing of it is kept`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            func books(_ body: Data) async throws -> [String] {
                let line = try JSONValue(try await Self.scan(site, body, "?lookup=true", by: token).text)
                #expect(try JSONSchema.named("scan-record").problems(line) == [])
                return line["books"]?.elements?.map { "\($0["title"] ?? .null)" } ?? ["no books"]
            }
            #expect(try await books(Self.cover) == ["null"])
            #expect(try site.store.book(BookSpecifier(Self.coverISBN)) == nil)
            var book = Book(isbn: try ISBN(Self.coverISBN), title: "The Pump Room")
            book.credit(Origin(.edited, "by hand"))
            try site.store.save(book)
            #expect(try await books(Self.cover) == [#"text("The Pump Room")"#])
            #expect(try await books(Self.photo("neg-product-upc.gif")) == [])
        }
    }

    // MARK: Who may, and how much

    @Test func `nobody without a token has a photo read`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await maria.ask("POST", Self.path, body: Array(Self.cover)).status == 401)
            let unknown = ["Authorization": "Bearer \(Secret().text)"]
            let answer = try await Self.scan(site, Self.cover, by: unknown)
            #expect(answer.status == 401 && answer["www-authenticate"] == "Bearer")
            #expect(try await site.visitor().get(Self.path).status == 405)
        }
    }

    @Test func `a full queue refuses, and a client that leaves frees its place`() async throws {
        try await TestSite.with {
            $0.scansHeld = 1
        } _: { site in
            let (maria, tom) = (try await Self.token(site), try await Self.token(site, "Tom"))
            let cover = try Self.cover
            let later = try await Self.whileBusy(site) {
                var wire: Wire? = try Wire(site.port)
                let head = site.visitor().head(
                    "POST", Self.path, maria.merging(["Content-Length": String(cover.count)]) { $1 })
                try await wire?.send(Array(head.utf8) + Array(cover))
                try await Self.until { site.site.scans.workers.count == 1 }
                // It waits in an unnamed file.
                #expect(try FileManager.default.contentsOfDirectory(atPath: site.site.options.photos) == [])
                let refused = try await Self.scan(site, cover, by: maria)
                #expect(refused.status == 429 && refused["retry-after"] == "5")
                #expect(refused.text.contains("too-often"))
                wire = nil
                try await Self.hasNothing(site)
                // Other accounts have limits of their own.
                let later = [tom, maria].map { token in Task { try await Self.scan(site, cover, by: token) } }
                try await Self.until { site.site.scans.workers.count == 2 }
                return later
            }
            for answer in later { #expect(try Self.records(try await answer.value).count == 1) }
            try await Self.hasNothing(site)
        }
    }

    @Test func `who sends many keeps nobody else waiting`() async throws {
        try await TestSite.with { site in
            let (maria, tom) = (try await Self.token(site), try await Self.token(site, "Tom"))
            let cover = try Self.cover
            let many = ArchiveFile.zip((1...6).map { .init("\($0).jpg", cover) })
            let order = Sayings()
            @Sendable func send(_ body: Data, by token: [String: String], _ name: String) -> Task<
                Void, any Error
            > {
                Task {
                    _ = try await Self.scan(site, body, by: token)
                    order.say(name)
                }
            }
            let sent = try await Self.whileBusy(site) {
                let first = send(many, by: maria, "Maria")
                try await Self.until { site.site.scans.workers.count == 1 }
                let second = send(cover, by: tom, "Tom")
                try await Self.until { site.site.scans.workers.count == 2 }
                return [first, second]
            }
            for task in sent { try await task.value }
            #expect(order.all == ["Tom", "Maria"])
        }
    }

    @Test func `records come while others are being read`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            let body = Self.form([
                ("a.jpg", try Self.cover), ("b.jpg", Data("x".utf8)), ("c.jpg", try Self.cover),
            ])
            let wire = try Wire(site.port)
            let headers = ["Content-Type": Self.formType, "Content-Length": String(body.count)]
            let head = site.visitor().head("POST", Self.path, token.merging(headers) { $1 })
            try await wire.send(Array(head.utf8) + Array(body))
            let begun = try await wire.read(until: "b.jpg")
            #expect(begun.contains("application/jsonl") && begun.contains("chunked"))
            let rest = String(decoding: try await wire.readToEnd(), as: UTF8.self)
            #expect((begun + rest).contains("c.jpg") && rest.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `the first record of a form comes before the second photo is read`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            let body = Self.form([("a.jpg", try Self.cover), ("b.jpg", try Self.cover)])
            let headers = ["Content-Type": Self.formType, "Content-Length": String(body.count)]
            let head = site.visitor().head("POST", Self.path, token.merging(headers) { $1 })
            let wire = try Wire(site.port)
            let workers = site.site.scans.workers
            // The second photo waits for the worker until the first record is here.
            let first = try await Self.whileBusy(site) {
                try await wire.send(Array(head.utf8) + Array(body))
                try await Self.until { workers.count == 1 }
                let first = Task {
                    try await workers.withWorker(for: 0, isAwaited: false) {
                        _ async throws(CancellationError) -> Result<String, any Error> in
                        do { return .success(try await wire.read(until: "a.jpg")) } catch {
                            return .failure(error)
                        }
                    }
                }
                try await Self.until { workers.count == 2 }
                return first
            }
            let begun = try await first.value.get()
            #expect(begun.contains("application/jsonl") && !begun.contains("b.jpg"))
            #expect(String(decoding: try await wire.readToEnd(), as: UTF8.self).contains("b.jpg"))
        }
    }

    @Test func `of two hundred clients at once none is lost`() async throws {
        try await TestSite.with {
            $0.jobs = 2
        } _: { site in
            let token = try await Self.token(site)
            let cover = try Self.cover
            let statuses = try await withThrowingTaskGroup(of: ScanStatus?.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let body = number % 2 == 0 ? cover : Data("no photo \(number)".utf8)
                        let answer = try await Self.scan(site, body, "?readers=barcode", by: token)
                        return try Self.records(answer).first?.status
                    }
                }
                return try await group.reduce(into: [ScanStatus?: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [.found: 100, .failed: 100])
            try await Self.hasNothing(site)
        }
    }

    @Test func `too much is refused and leaves nothing`() async throws {
        try await TestSite.with {
            ($0.scanLimit, $0.photosScanned) = (100_000, 3)
        } _: { site in
            let token = try await Self.token(site)
            let large = Data(count: 100_001)
            #expect(try await Self.scan(site, large, by: token).status == 413)
            let form = Self.form([("a", Data(count: 60_000)), ("b", Data(count: 60_000))])
            let chunked = [
                "Transfer-Encoding": "chunked", "Content-Length": "", "Content-Type": Self.formType,
            ]
            let chunks =
                Data("\(String(form.count, radix: 16))\r\n".utf8) + form + Data("\r\n0\r\n\r\n".utf8)
            let answer = try await site.visitor().ask(
                "POST", Self.path, token.merging(chunked) { $1 }, body: Array(chunks))
            #expect(answer.status == 413)
            let many = ArchiveFile.zip((1...4).map { .init("\($0).jpg", Data([0xFF, 0xD8, 0xFF, 0xE0])) })
            #expect(try await Self.scan(site, many, by: token).status == 413)
            try await Self.hasNothing(site)
        }
    }

    @Test func `an empty field for a file is none`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            for name in ["a.jpg", ""] {
                // A file without a name is one, if it has bytes.
                let body = Self.form([("", Data()), (name, try Self.cover), ("", Data())])
                let records = try Self.records(
                    try await Self.scan(site, body, by: token, type: Self.formType))
                #expect(records.map(\.photo) == [name.isEmpty ? "-" : name])
                #expect(records.map(\.status) == [.found])
            }
            let empty = try await Self.scan(site, Self.form([("", Data())]), by: token, type: Self.formType)
            #expect(empty.status == 400)
            let named = Self.form([("a.jpg", Data())])
            let records = try Self.records(try await Self.scan(site, named, by: token, type: Self.formType))
            #expect(records.map(\.status) == [.failed])
            try await Self.hasNothing(site)
        }
    }

    @Test(arguments: ["gzip", "GZIP", "identity, br"])
    func `a body with a content encoding is refused`(coding: String) async throws {
        try await TestSite.with { site in
            let head = try await Self.token(site).merging(["Content-Encoding": coding]) { $1 }
            #expect(try await Self.scan(site, try Self.cover, by: head).status == 415)
            let form = Self.form([("a.jpg", try Self.cover)])
            #expect(try await Self.scan(site, form, by: head, type: Self.formType).status == 415)
            let lists = try await site.visitor().ask(
                "POST", "/api/v1/lists/owned", head.merging(["Content-Type": "application/json"]) { $1 },
                body: Array("{}".utf8))
            #expect(lists.status == 415)
            let maria = try await site.visitor("Maria")
            #expect(try await maria.send("/account/page", [], ["Content-Encoding": coding]).status == 415)
            let plain = head.merging(["Content-Encoding": "identity"]) { $1 }
            #expect(try await Self.scan(site, try Self.cover, by: plain).status == 200)
            try await Self.hasNothing(site)
        }
    }

    @Test func `a form without files, or one that breaks off, is malformed`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            let cut = Self.form([("a.jpg", try Self.cover)]).dropLast(12)
            for body in [Self.form([]), Data(cut), Data("x".utf8)] {
                let answer = try await Self.scan(site, body, by: token, type: Self.formType)
                #expect(answer.status == 400)
            }
            let other = try await Self.scan(
                site, Self.form([]), by: token, type: "multipart/mixed; boundary=xYz")
            #expect(other.status == 400)
            try await Self.hasNothing(site)
        }
    }

    @Test func `as many bytes wait as an account may have under way`() async throws {
        try await TestSite.with {
            $0.bytesHeld = 1 << 20
        } _: { site in
            let token = try await Self.token(site)
            let cover = try Self.cover
            let first = try await Self.whileBusy(site) {
                let first = Task { try await Self.scan(site, cover, by: token) }
                try await Self.until { site.site.scans.workers.count == 1 }
                let second = try await Self.scan(site, cover, by: token)
                #expect(second.status == 429 && second["retry-after"] != nil)
                return first
            }
            #expect(try Self.records(try await first.value).count == 1)
            try await Self.hasNothing(site)
        }
    }

    @Test func `a full disk is told`() async throws {
        try await TestSite.with {
            $0.diskLeft = 1 << 60
        } _: { site in
            let answer = try await Self.scan(site, Self.cover, by: Self.token(site))
            #expect(answer.status == 503 && answer.text.contains("disk"))
            #expect(site.site.scans.requests.count == 0)
        }
    }

    @Test func `a client that asks whether to send its photo is told so`() async throws {
        try await TestSite.with { site in
            let token = try await Self.token(site)
            let body = Array("no photo".utf8)
            let wire = try Wire(site.port)
            let headers = ["Expect": "100-continue", "Content-Length": String(body.count)]
            let head = site.visitor().head("POST", Self.path, token.merging(headers) { $1 })
            try await wire.send(head.utf8)
            #expect(try await wire.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try await wire.send(body)
            #expect(try Self.records(try await wire.answer()).first?.status == .failed)
            // Requests that are unauthorized or too large are refused immediately.
            let large = try Wire(site.port)
            let length = ["Content-Length": String(site.site.options.scanLimit + 1)]
            let many = token.merging(headers) { $1 }.merging(length) { $1 }
            try await large.send(site.visitor().head("POST", Self.path, many).utf8)
            #expect(try await large.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413"))
            let other = try Wire(site.port)
            try await other.send(site.visitor().head("POST", Self.path, headers).utf8)
            #expect(try await other.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 401"))
        }
    }
}

extension PhotoRecord {
    /// Without data that differs between two readings.
    fileprivate var timeless: PhotoRecord {
        var record = self
        (record.milliseconds, record.stages) = (0, StageTimes())
        record.photos = photos.map(\.timeless)
        return record
    }
}
#endif
