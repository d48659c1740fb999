#if Server
// Uploading photos: limits hold for any input, and each photo belongs to its sender.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct UploadTests {
    private static func field(_ name: String, _ value: String) -> String {
        "--xYz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    private static func file(_ bytes: String, name: String = "a.jpg") -> String {
        "--xYz\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n\r\n\(bytes)\r\n"
    }

    private static let end = "--xYz--\r\n"

    private static func send(
        _ body: [UInt8], by visitor: Visitor, _ headers: [String: String] = [:]
    ) async throws -> Answer {
        let type = ["Content-Type": "multipart/form-data; boundary=xYz"]
        return try await visitor.ask("POST", "/photos", type.merging(headers) { $1 }, body: body)
    }

    /// The files of stored photos.
    private static func files(_ site: TestSite) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: site.site.options.photos)
    }

    private static func uploads(_ site: TestSite) throws -> [Upload] {
        try site.store.uploads(sentBefore: .distantFuture)
    }

    private static func isRead(_ site: TestSite) async throws {
        for _ in 0..<3600 where try !site.store.uploads(in: .waiting).isEmpty {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try site.store.uploads(in: .waiting).isEmpty)
    }

    @Test func `a photo is read and confirmed`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let photo = try Data(
                contentsOf: Repository.root.appending(path: "testimages/cover-same-book-dark.jpg"))
            let head =
                Self.field("token", maria.token) + Self.field("key", "first key")
                + "--xYz\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"C:\\x\\<b>.jpg\"\r\n\r\n"
            let body = Array(head.utf8) + Array(photo) + Array("\r\n\(Self.end)".utf8)
            let sent = try await Self.send(body, by: maria)
            #expect(sent.status == 303)
            let path = try #require(sent["location"])
            try await Self.isRead(site)
            let upload = try #require(try Self.uploads(site).first)
            #expect(upload.name == "<b>.jpg" && upload.record?.sha256?.count == 64)
            let page = try await maria.get(path)
            #expect(
                page.status == 200 && page.text.contains("&lt;b&gt;.jpg") && !page.text.contains("<b>.jpg"))
            let picture = try await maria.get(path + "/picture")
            #expect(picture["content-type"] == "image/jpeg" && picture.body.starts(with: [0xFF, 0xD8]))
            // No metadata of the camera is displayed.
            #expect(!picture.text.contains("Exif"))
            // The same upload again is the same photo.
            let again = try await Self.send(body, by: maria)
            #expect(again["location"] == path)
            #expect(try Self.uploads(site).count == 1)
            // Another photo is no repetition.
            let other = Array(head.utf8) + Array(photo) + Array("x\r\n\(Self.end)".utf8)
            #expect(try await Self.send(other, by: maria).status == 422)
            #expect(try Self.uploads(site).count == 1)
            let confirmed = try await maria.send(path + "/confirm", [("isbn", "978-0-306-40615-7")])
            #expect(confirmed["location"] == "/books/9780306406157")
            #expect(try await maria.send(path + "/remove").status == 303)
            #expect(try Self.files(site) == [] && Self.uploads(site) == [])
        }
    }

    /// Phones send HEIC, some without a media type or file extension.
    private static var photo: Data {
        get throws {
            try Data(contentsOf: Repository.root.appending(path: "testimages/imprint-heic-turned.heic"))
        }
    }

    private static func sendHEIC(by visitor: Visitor) async throws -> Answer {
        _ = try await visitor.get("/")
        let photo = try photo
        let head =
            field("token", visitor.token)
            + "--xYz\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"image\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n"
        return try await send(Array(head.utf8) + Array(photo) + Array("\r\n\(end)".utf8), by: visitor)
    }

    @Test func `a photo's format is detected from its bytes`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let path = try #require(try await Self.sendHEIC(by: maria)["location"])
            try await Self.isRead(site)
            let record = try #require(try Self.uploads(site).first?.record)
            #expect(record.status == .found && record.isbns.count == 1)
            let picture = try await maria.get(path + "/picture")
            #expect(picture["content-type"] == "image/jpeg" && picture.body.starts(with: [0xFF, 0xD8]))
            #expect(try await maria.get("/photos").text.contains("\(path)/picture?size=small"))
            let small = try await maria.get(path + "/picture?size=small")
            #expect(small["content-type"] == "image/jpeg" && small.body.starts(with: [0xFF, 0xD8]))
            #expect(small.body.count < picture.body.count / 4)
            let tag = try #require(small["etag"])
            let again = try await maria.get(path + "/picture?size=small", ["If-None-Match": tag])
            #expect(again.status == 304 && again.text.isEmpty)
            let id = try #require(try Self.uploads(site).first?.id)
            site.site.scanQueue.remove([.small], of: id)
            #expect(try await maria.get(path + "/picture?size=small").body == picture.body, "an older photo")
        }
    }

    @Test(arguments: [false, true])
    func `a photo is kept for an hour, or for good with --keep-photos`(isAskedFor: Bool) async throws {
        try await TestSite.with {
            $0.keepsPhotos = isAskedFor
        } _: { site in
            let maria = try await site.visitor("Maria")
            let path = try #require(try await Self.sendHEIC(by: maria)["location"])
            try await Self.isRead(site)
            let upload = try #require(try Self.uploads(site).first)
            let isbn = try #require(upload.record?.isbns.first?.isbn)
            _ = try await maria.send(path + "/confirm", [("isbn", isbn.isbn13)])
            try site.site.scanQueue.sweep(at: upload.made + 3500)
            #expect(try await maria.get(path).status == 200)
            try site.site.scanQueue.sweep(at: upload.made + 3700)
            #expect(try await maria.get(path).status == 404)
            #expect(try Self.uploads(site) == [])
            #expect(try Self.files(site) == (isAskedFor ? ["kept"] : []))
            guard isAskedFor else { return }
            let account = try await site.account("Maria")
            let folder = "\(site.site.options.photos)/kept/\(account.id)"
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(kept.count == 1 && kept[0].hasPrefix(isbn.isbn13))
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(kept[0])"))
            #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.range(of: Data("Exif".utf8)) == nil)
            #expect(try await site.site.remove(account))
            #expect(access(folder, F_OK) != 0, "they go with the account")
        }
    }

    struct Hostile: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status: Int
        var headers: [String: String] = [:]
        var body: @Sendable (_ token: String) -> String
    }

    static let hostile: [Hostile] = [
        Hostile(testDescription: "10 GB", status: 413, headers: ["Content-Length": "10000000000"]) {
            field("token", $0) + file("x") + end
        },
        Hostile(testDescription: "no photo", status: 422) { field("token", $0) + end },
        Hostile(testDescription: "a photo without a name or a byte", status: 422) {
            field("token", $0) + file("", name: "") + end
        },
        Hostile(testDescription: "an empty photo", status: 422) { field("token", $0) + file("") + end },
        Hostile(testDescription: "cut off", status: 400) { field("token", $0) + file("x") },
        Hostile(testDescription: "cut off in a photo", status: 400) {
            field("token", $0) + String(file("xxxxxxxx").dropLast(4))
        },
        Hostile(testDescription: "nothing", status: 400) { _ in "" },
        Hostile(testDescription: "1000 parts", status: 413) {
            field("token", $0) + String(repeating: field("a", "b"), count: 1000) + end
        },
        Hostile(testDescription: "a field as long as a book", status: 413) {
            field("token", $0) + field("key", String(repeating: "x", count: 5000)) + end
        },
        Hostile(testDescription: "a head as long as a book", status: 400) {
            field("token", $0) + file("x", name: String(repeating: "x", count: 5000)) + end
        },
        Hostile(testDescription: "a photo that is too large", status: 413) {
            field("token", $0) + file(String(repeating: "x", count: 70_000)) + end
        },
        Hostile(testDescription: "no token", status: 403) { _ in file("x") + end },
        Hostile(testDescription: "an empty form without a token", status: 403) { _ in end },
        Hostile(testDescription: "another token", status: 403) {
            field("token", String($0.reversed())) + file("x") + end
        },
        Hostile(testDescription: "the token after the photo", status: 403) {
            file("x") + field("token", $0) + end
        },
        Hostile(testDescription: "another site's", status: 403, headers: ["Origin": "http://evil.test"]) {
            field("token", $0) + file("x") + end
        },
        Hostile(testDescription: "no boundary", status: 400, headers: ["Content-Type": "multipart/form-data"])
        {
            field("token", $0) + file("x") + end
        },
        Hostile(
            testDescription: "a boundary of 71 bytes", status: 400,
            headers: ["Content-Type": "multipart/form-data; boundary=\(String(repeating: "x", count: 71))"]
        ) { field("token", $0) + file("x") + end },
        Hostile(
            testDescription: "another type", status: 400,
            headers: ["Content-Type": "application/x-www-form-urlencoded"]
        ) { "token=\($0)&photo=x" },
        Hostile(testDescription: "much before the form", status: 400) {
            String(repeating: "-", count: 100_000) + "\r\n" + field("token", $0) + file("x") + end
        },
    ]

    @Test(arguments: hostile)
    func `an upload that is not a photo leaves nothing`(hostile: Hostile) async throws {
        try await TestSite.with {
            $0.photoLimit = 60_000
        } _: { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let body = Array(hostile.body(maria.token).utf8)
            let answer = try await Self.send(body, by: maria, hostile.headers)
            #expect(answer.status == hostile.status)
            #expect(try Self.files(site) == [] && Self.uploads(site) == [])
        }
    }

    @Test func `an endless request body is cut off`() async throws {
        try await TestSite.with {
            $0.photoLimit = 1 << 20
        } _: { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let head = maria.head(
                "POST", "/photos",
                ["Content-Type": "multipart/form-data; boundary=xYz", "Transfer-Encoding": "chunked"])
            let begin = Self.field("token", maria.token) + String(Self.file("").dropLast())
            let wire = try Wire(site.port)
            try await wire.send((head + "\(String(begin.utf8.count, radix: 16))\r\n\(begin)\r\n").utf8)
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 120, count: 65_536) + [13, 10]
            do {
                for _ in 0..<40 { try await wire.send(chunk) }
            } catch is Wire.Closed {}
            #expect(try await wire.answer().status == 413)
            #expect(try Self.files(site) == [] && Self.uploads(site) == [])
        }
    }

    @Test func `an interrupted upload leaves nothing`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let body = Self.field("token", maria.token) + Self.file(String(repeating: "x", count: 50_000))
            do {
                let wire = try Wire(site.port)
                let head = maria.head(
                    "POST", "/photos",
                    ["Content-Type": "multipart/form-data; boundary=xYz", "Content-Length": "1000000"])
                try await wire.send((head + body.dropLast(100)).utf8)
                for _ in 0..<18_000 where try Self.files(site).isEmpty {
                    try await Task.sleep(for: .milliseconds(10))
                }
                #expect(try Self.files(site).count == 1, "it is on its way")
            }
            for _ in 0..<18_000 where try !Self.files(site).isEmpty {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try Self.files(site) == [] && Self.uploads(site) == [])
        }
    }

    @Test(arguments: ["too large", "cut off", "too many"])
    func `if one of many photos is refused, the answer names those that arrived`(fault: String) async throws {
        try await TestSite.with {
            $0.photoLimit = 60_000
            $0.photosHeld = fault == "too many" ? 2 : 3
        } _: { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let good = ["first <1>.jpg", "second.jpg"].map { Self.file("no photo", name: $0) }.joined()
            let form = Self.field("token", maria.token) + good
            let (rest, status) =
                switch fault {
                case "too large": (Self.file(String(repeating: "x", count: 70_000)) + Self.end, 413)
                case "cut off": (Self.field("a", "b"), 400)
                default: (Self.file("one more", name: "third.jpg") + Self.end, 429)
                }
            let answer = try await Self.send(Array((form + rest).utf8), by: maria)
            #expect(answer.status == status)
            let names = answer.text.matches(of: #/<li><a href="/photos/[^"]*" dir="auto">([^<]*)</#)
            #expect(names.map { String($0.1) } == ["first &lt;1&gt;.jpg", "second.jpg"])
            #expect(answer.text.contains("Send only the others again."))
            #expect(try Self.uploads(site).count == 2)
            try await Self.isRead(site)
        }
    }

    @Test func `the number of photos per account is limited`() async throws {
        try await TestSite.with {
            $0.photosHeld = 3
        } _: { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let token = Self.field("token", maria.token)
            let form = Array((token + String(repeating: Self.file("no photo"), count: 4) + Self.end).utf8)
            #expect(try await Self.send(form, by: maria).status == 429)
            #expect(try Self.uploads(site).count == 3)
            let one = Array((token + Self.file("no photo") + Self.end).utf8)
            #expect(try await Self.send(one, by: maria).status == 429)
            // Other accounts have limits of their own.
            let tom = try await site.visitor("Tom")
            _ = try await tom.get("/")
            let other = Array((Self.field("token", tom.token) + Self.file("no photo") + Self.end).utf8)
            #expect(try await Self.send(other, by: tom).status == 303)
            try await Self.isRead(site)
        }
    }

    @Test func `a photo sent again takes no further place`() async throws {
        try await TestSite.with {
            $0.photosHeld = 1
        } _: { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            func form(_ key: String) -> [UInt8] {
                Array(
                    (Self.field("token", maria.token) + Self.field("key", key) + Self.file("no photo")
                        + Self.end).utf8)
            }
            let first = try await Self.send(form("first key"), by: maria)
            let again = try await Self.send(form("first key"), by: maria)
            #expect(first.status == 303 && again.status == 303 && again["location"] == first["location"])
            #expect(try await Self.send(form("second key"), by: maria).status == 429)
            try await Self.isRead(site)
            #expect(site.site.reservations.total == .init())
        }
    }

    /// A connection that sends the beginning of a photo and then nothing.
    private static func begin(_ site: TestSite, _ visitor: Visitor, bytes: Int) async throws -> Wire {
        let wire = try Wire(site.port)
        let head = visitor.head(
            "POST", "/photos",
            ["Content-Type": "multipart/form-data; boundary=xYz", "Content-Length": "1000000"])
        let begun = field("token", visitor.token) + file(String(repeating: "x", count: bytes))
        try await wire.send((head + begun.dropLast(2)).utf8)
        return wire
    }

    private static func bytes(_ site: TestSite) throws -> Int {
        try files(site).reduce(0) { sum, name in
            var file = stat()
            return stat("\(site.site.options.photos)/\(name)", &file) == 0 ? sum + Int(file.st_size) : sum
        }
    }

    /// Waits until this many bytes have been received, except for a possible start of a boundary, or there is a
    /// response.
    private static func waits(for count: Int, _ wire: Wire, _ site: TestSite) async throws {
        for _ in 0..<1500 {
            if try bytes(site) >= count - 200 { return }
            if try await wire.hasAnswer() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// A photo counted only when it was complete, so that only the disk limited them.
    @Test func `uploads on many slow connections count against the limits until they end`() async throws {
        try await TestSite.with {
            ($0.photosHeld, $0.bytesHeld, $0.allBytesHeld) = (5, 300_000, 500_000)
        } _: { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            for visitor in [maria, tom] { _ = try await visitor.get("/") }
            var wires: [Wire] = []
            let limit = site.site.options.bytesHeld
            for number in 0..<8 {
                wires.append(try await Self.begin(site, maria, bytes: 90_000))
                // It waits for more, or is refused.
                try await Self.waits(for: 90_000 * (number + 1), wires[number], site)
                #expect(try await wires[number].hasAnswer() == (number > 2))
                #expect(try Self.bytes(site) <= limit)
            }
            for _ in 0..<6000 where site.site.reservations.total.photos > 3 {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(site.site.reservations.total.photos == 3 && site.site.reservations.total.bytes <= limit)
            // Other accounts have limits of their own, within the limit for all.
            for number in 8..<11 {
                wires.append(try await Self.begin(site, tom, bytes: 90_000))
                try await Self.waits(for: 90_000 * (number - 4), wires[number], site)
            }
            #expect(try await wires[10].answer().status == 429)
            #expect(try Self.bytes(site) <= 500_000)
            wires = []
            for _ in 0..<6000 where site.site.reservations.total != .init() {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(site.site.reservations.total == .init())
            #expect(try Self.files(site) == [] && Self.uploads(site) == [])
            // The reserved bytes are available again.
            _ = try await maria.get("/")
            let form = Self.field("token", maria.token) + Self.file("no photo") + Self.end
            #expect(try await Self.send(Array(form.utf8), by: maria).status == 303)
            try await Self.isRead(site)
        }
    }

    @Test func `a photo is not kept if its sender signs out while it is sent`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let body =
                Self.field("token", maria.token) + Self.file(String(repeating: "x", count: 50_000)) + Self.end
            let head = maria.head(
                "POST", "/photos",
                [
                    "Content-Type": "multipart/form-data; boundary=xYz",
                    "Content-Length": String(body.utf8.count),
                ])
            let wire = try Wire(site.port)
            try await wire.send((head + body.dropLast(100)).utf8)
            for _ in 0..<18_000 where try Self.files(site).isEmpty {
                try await Task.sleep(for: .milliseconds(10))
            }
            _ = try await maria.send("/sign-out")
            try await wire.send(body.suffix(100).utf8)
            let answer = try await wire.answer()
            #expect(answer.status == 303 && answer["location"]?.hasPrefix("/sign-in") == true)
            #expect(try Self.files(site) == [] && Self.uploads(site) == [])
        }
    }

    @Test func `uploads in progress never exceed the limits, whatever the order`() throws {
        var random = SeededGenerator(seed: 12)
        let limits = Upload.Limits(photos: 6, bytes: 1000, allBytes: 1500)
        for _ in 0..<200 {
            let reservations = UploadReservations()
            var (held, open) = ([Int64: [Int]](), [(account: Int64, share: UploadReservations.Share)]())
            func count(_ account: Int64) -> (photos: Int, bytes: Int, allBytes: Int) {
                let own = held[account] ?? []
                return (own.count, own.reduce(0, +), held.values.joined().reduce(0, +))
            }
            for _ in 0..<60 {
                let (account, bytes) = (
                    Int64.random(in: 1...3, using: &random), Int.random(in: 1...400, using: &random)
                )
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    if try reservations.reserve(bytes, isNew: true, for: account, within: limits, held: count)
                    {
                        open.append((account, .init(photos: 1, bytes: bytes)))
                    }
                case 2:
                    guard let one = open.indices.randomElement(using: &random) else { break }
                    let isMore = try reservations.reserve(
                        bytes, isNew: false, for: open[one].account, within: limits, held: count)
                    if isMore { open[one].share.bytes += bytes }
                default:
                    guard let one = open.indices.randomElement(using: &random) else { break }
                    let done = open.remove(at: one)
                    if Bool.random(using: &random) {
                        held[done.account, default: []].append(done.share.bytes)
                    }
                    reservations.release(done.share, of: done.account)
                }
                for account in Int64(1)...3 {
                    let own = open.filter { $0.account == account }
                    let there = count(account)
                    #expect(own.count + there.photos <= limits.photos)
                    #expect(own.reduce(0) { $0 + $1.share.bytes } + there.bytes <= limits.bytes)
                }
                #expect(open.reduce(0) { $0 + $1.share.bytes } + count(1).allBytes <= limits.allBytes)
                #expect(reservations.total.bytes == open.reduce(0) { $0 + $1.share.bytes })
            }
        }
    }

    @Test func `files that are not pictures are reported`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try await maria.get("/")
            let files = ["no photo", "GIF89a", "%PDF-1.4 nothing", "PK\u{3}\u{4}", "<svg onload=alert(1)>"]
            for (number, bytes) in files.enumerated() {
                let form =
                    Self.field("token", maria.token) + Self.field("key", "\(number)") + Self.file(bytes)
                    + Self.end
                #expect(try await Self.send(Array(form.utf8), by: maria).status == 303)
            }
            try await Self.isRead(site)
            for upload in try Self.uploads(site) {
                #expect(upload.record?.status == .failed && upload.state == .read)
                #expect(try await maria.get("/photos/\(upload.id)").status == 200)
                #expect(try await maria.get("/photos/\(upload.id)/picture").status == 404)
            }
        }
    }

    /// As after the disk was full when it had been read.
    @Test func `a photo that was left is read`() async throws {
        try await TestSite.with { site in
            let account = try await site.account("Maria")
            let upload = try site.store.keepUnbounded(
                Upload(id: Secret().text, account: account.id, key: "k", name: "a.heic"))
            try Self.photo.write(to: URL(filePath: site.site.scanQueue.path(.original, of: upload.id)))
            try await site.site.scanQueue.catchUp()
            try await Self.isRead(site)
            #expect(try Self.uploads(site).first?.record?.status == .found)
        }
    }

    @Test func `a site ends without reading the photos that wait`() async throws {
        let site = try await TestSite.with { site in
            let account = try await site.account("Maria")
            for number in 0..<40 {
                let upload = try site.store.keepUnbounded(
                    Upload(id: Secret().text, account: account.id, key: "k\(number)", name: "a.heic"))
                try Self.photo.write(to: URL(filePath: site.site.scanQueue.path(.original, of: upload.id)))
            }
            try await site.site.scanQueue.catchUp()
            return site
        }
        #expect(try !site.store.uploads(in: .waiting).isEmpty)
    }

    @Test(arguments: ["confirm", "reject"])
    func `a decision stands when its photo is cropped and read again`(decision: String) async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            _ = try await Self.sendHEIC(by: maria)
            try await Self.isRead(site)
            let path = "/photos/\(try #require(try Self.uploads(site).first).id)"
            _ = try await maria.send("\(path)/\(decision)", [("isbn", "9780306406157")])
            let decided = try #require(try Self.uploads(site).first)
            #expect(decided.state == (decision == "confirm" ? .confirmed : .rejected))
            for form in [("part", "0,0,60,60"), ("whole", "1")] {
                #expect(try await maria.send("\(path)/crop", [form]).status == 303)
                try await Self.isRead(site)
                let read = try #require(try Self.uploads(site).first)
                #expect(read.state == decided.state && read.isbn == decided.isbn, "\(form)")
                #expect(read.record?.sha256 == decided.record?.sha256)
            }
        }
    }

    @Test(arguments: [("part", "0,0,60,60"), ("whole", "1")])
    func `a photo under review stays there when a librarian has it read again`(form: (String, String))
        async throws
    {
        try await TestSite.with { site in
            let (maria, kim) = (try await site.visitor("Maria"), try await site.visitor("Kim", .librarian))
            _ = try await Self.sendHEIC(by: maria)
            try await Self.isRead(site)
            let path = "/photos/\(try #require(try Self.uploads(site).first).id)"
            #expect(try await maria.send("\(path)/ask").status == 303)
            #expect(try await kim.send("\(path)/crop", [form]).status == 303)
            try await Self.isRead(site)
            let account = try await site.account("Maria").id
            #expect(try site.store.uploads(of: account).map(\.state) == [.review])
            #expect(try await kim.get("/review").text.contains(path))
            try site.site.scanQueue.sweep(at: .now + 30 * 86_400)
            #expect(try await kim.get("/review").text.contains(path))
            #expect(try await kim.send("\(path)/reject").status == 303)
            #expect(try site.store.uploads(of: account).map(\.state) == [.rejected])
        }
    }

    @Test func `a decision on another's copy of a photo is not that of one that is read again`() async throws
    {
        try await TestSite.with { site in
            let (maria, tom) = (try await site.visitor("Maria"), try await site.visitor("Tom"))
            for visitor in [maria, tom] { _ = try await Self.sendHEIC(by: visitor) }
            try await Self.isRead(site)
            func uploads(_ name: String) async throws -> [Upload] {
                try site.store.uploads(of: try await site.account(name).id)
            }
            let own = "/photos/\(try #require(try await uploads("Maria").first).id)"
            let other = "/photos/\(try #require(try await uploads("Tom").first).id)"
            _ = try await tom.send("\(other)/reject")
            _ = try await maria.send("\(own)/crop", [("whole", "1")])
            try await Self.isRead(site)
            #expect(try await uploads("Maria").map(\.state) == [.read])
            _ = try await maria.send("\(own)/confirm", [("isbn", "9780306406157")])
            _ = try await tom.send("\(other)/confirm", [("isbn", "9780439023481")])
            _ = try await maria.send("\(own)/crop", [("whole", "1")])
            try await Self.isRead(site)
            #expect(try await uploads("Maria").map(\.isbn?.isbn13) == ["9780306406157"])
        }
    }

    @Test func `a librarian is asked once, however often the form is sent`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let photo = try await site.photo(of: "Maria", .read)
            for _ in 0..<2 { #expect(try await maria.send("/photos/\(photo.id)/ask").status == 303) }
            #expect(try site.store.upload(photo.id)?.state == .review)
            let tom = try await site.visitor("Tom")
            #expect(try await tom.send("/photos/\(photo.id)/ask").status == 404)
        }
    }

    @Test func `a part is cut out of what is there`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let account = try await site.account("Maria")
            var upload = try site.store.keepUnbounded(
                Upload(id: Secret().text, account: account.id, key: "k", name: "a.jpg"))
            upload.state = .read
            upload.record = PhotoRecord(
                photo: "a.jpg", sha256: String(repeating: "0", count: 64), width: 100, height: 80,
                status: .none)
            try site.store.save(read: upload)
            let parts = [
                "", "1,2,3", "-1,0,5,5", "0,0,0,5", "100,0,5,5", "0,80,5,5", "a,b,c,d", "1e9,0,1,1",
                "99999999999999999999,0,1,1", "0,0,1,1,1",
            ]
            try Data("no photo".utf8).write(
                to: URL(filePath: site.site.scanQueue.path(.original, of: upload.id)))
            for part in parts {
                let answer = try await maria.send("/photos/\(upload.id)/crop", [("part", part)])
                #expect(answer.status == 400, "\(part)")
            }
            // Very large numbers are harmless.
            let most = "0,0,\(Int.max),\(Int.max)"
            #expect(try await maria.send("/photos/\(upload.id)/crop", [("part", most)]).status == 303)
            try await Self.isRead(site)
            #expect(try await maria.get("/photos/\(upload.id)").status == 200)
        }
    }
}
#endif
