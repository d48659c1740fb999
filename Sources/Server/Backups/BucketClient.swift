#if Server
// The few S3 requests that backups need.
import Foundation
import HTTP
import Reading

struct BucketClient: Sendable {
    /// `https://HOST/BUCKET`.
    let bucket: String
    private let loop: CurlLoop
    private let key: SigningKeyPair
    private let backOff: BackOff

    /// SHA-256 of an empty body.
    private static let hashOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// The part size in bytes. S3 accepts at most 10,000 parts of an object, and only the last may be below 5 MiB.
    private static let part = 16 << 20

    init(_ bucket: String, key: SigningKeyPair) throws(HTTPError) {
        try self.init(
            bucket, key: key, timeout: .seconds(1800), stall: .seconds(60),
            BackOff(tries: 4, first: .seconds(1), maximumWait: .seconds(30)))
    }

    /// - Parameters:
    ///   - timeout: for each request.
    ///   - stall: as of `HTTPOptions`.
    private init(
        _ bucket: String, key: SigningKeyPair, timeout: Duration, stall: Duration?, _ backOff: BackOff
    ) throws(HTTPError) {
        var options = HTTPOptions.program(timeout: timeout)
        options.stall = stall
        // A signature is valid for one host only.
        options.followsRedirects = false
        loop = try CurlLoop(options)
        (self.bucket, self.key, self.backOff) = (bucket, key, backOff)
    }

    /// The same for requests that are not repeated, and may take this long each.
    func asking(once timeout: Duration) throws(HTTPError) -> BucketClient {
        try BucketClient(bucket, key: key, timeout: timeout, stall: nil, BackOff(tries: 1))
    }

    /// The keys with a prefix, and the objects' sizes.
    func objects(in folder: String) async throws -> [(key: String, bytes: Int)] {
        var objects: [(key: String, bytes: Int)] = []
        var query = "list-type=2&prefix=\(folder.escaped)"
        if folder.isEmpty { query = "list-type=2" }
        var next: String?
        repeat {
            let before = next.map { "continuation-token=\($0.escaped)&" } ?? ""
            let answer = try await ask("GET", "?\(before)\(query)", for: "ListBucketResult")
            objects += answer.objects
            next = answer.texts["NextContinuationToken"]
        } while next != nil
        return objects
    }

    /// The unfinished uploads with a prefix, at most as many as the server lists at once (S3: 1,000).
    func uploads(in folder: String) async throws -> [BucketUpload] {
        let prefix = folder.isEmpty ? "" : "prefix=\(folder.escaped)&"
        return try await ask("GET", "?\(prefix)uploads=", for: "ListMultipartUploadsResult").uploads
    }

    /// Starts an upload in parts.
    ///
    /// - Returns: its id.
    func begin(_ key: String) async throws -> String {
        let answer = try await ask("POST", Self.path(key) + "?uploads=", for: "UploadId")
        return answer.texts["UploadId"] ?? ""
    }

    /// Removes the parts of an unfinished upload.
    func abort(_ id: String, of key: String) async throws {
        _ = try await send("DELETE", "\(Self.path(key))?uploadId=\(id.escaped)")
    }

    /// Uploads an object of at most one part.
    func put(_ bytes: Data, as key: String) async throws { _ = try await send("PUT", Self.path(key), bytes) }

    /// Uploads a file from its beginning. The object appears only when it is complete.
    ///
    /// - Returns: the number of bytes.
    func put(_ file: FileHandle, as key: String) async throws -> Int {
        let first = try file.read(upToCount: Self.part) ?? Data()
        guard first.count == Self.part else {
            try await put(first, as: key)
            return first.count
        }
        let upload = try await begin(key)
        do {
            return try await put(file, after: first, to: Self.path(key), upload: upload.escaped)
        } catch {
            // Otherwise the uploaded parts would be kept, and charged for. A task that was cancelled could send nothing.
            await Task { try? await abort(upload, of: key) }.value
            throw error
        }
    }

    private func put(_ file: FileHandle, after first: Data, to path: String, upload: String) async throws
        -> Int
    {
        var (bytes, part, list) = (0, first, "")
        var number = 1
        while !part.isEmpty {
            let sent = try await send("PUT", "\(path)?partNumber=\(number)&uploadId=\(upload)", part)
            guard let tag = sent.entityTag else {
                throw BucketError(status: sent.status, code: "", message: "the server named no part")
            }
            list += "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag></Part>"
            bytes += part.count
            number += 1
            part = try file.read(upToCount: Self.part) ?? Data()
        }
        _ = try await ask(
            "POST", "\(path)?uploadId=\(upload)",
            Data("<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>".utf8),
            for: "CompleteMultipartUploadResult")
        return bytes
    }

    func delete(_ key: String) async throws { _ = try await send("DELETE", Self.path(key)) }

    private static func path(_ key: String) -> String {
        "/" + key.split(separator: "/").map { String($0).escaped }.joined(separator: "/")
    }

    /// S3 gives some errors with status 200, and what is no bucket's server may answer with a page.
    ///
    /// - Parameter element: the name of an element that the answer must have.
    private func ask(
        _ method: String, _ path: String, _ body: Data? = nil, for element: String
    ) async throws -> BucketAnswer {
        let response = try await send(method, path, body)
        let answer = BucketAnswer(response.body)
        guard answer.texts[element] != nil else {
            var error = BucketError(response)
            if error.message.isEmpty { error.message = "the answer has no \(element)" }
            throw error
        }
        return answer
    }

    /// Retries after errors that may be temporary.
    private func send(_ method: String, _ path: String, _ body: Data? = nil) async throws -> HTTPResponse {
        var request = HTTPRequest(url: bucket + path, accept: "application/xml")
        request.method = method
        request.body = body
        request.signature = key
        request.headers = ["x-amz-content-sha256: \(body.flatMap(PhotoScanner.sha256) ?? Self.hashOfNothing)"]
        if body != nil { request.headers.append("Content-Type: application/octet-stream") }
        if let token = key.sessionToken { request.headers.append("x-amz-security-token: \(token)") }
        var attempt = 1
        while true {
            let problem: any Error
            var isPassing = false
            do throws(HTTPError) {
                let answer = try await loop.perform(request)
                if (200..<300).contains(answer.status) { return answer }
                problem = BucketError(answer)
                isPassing = answer.status >= 500 || answer.status == 429
            } catch {
                problem = error
                isPassing = error.isPassing
            }
            guard isPassing,
                let wait = backOff.wait(after: attempt, retryAfter: nil, jitter: .random(in: 0..<1))
            else { throw problem }
            try await Task.sleep(for: .seconds(wait))
            attempt += 1
        }
    }
}

/// An error response of a bucket's server.
struct BucketError: Error, Hashable, Sendable {
    var status: Int
    /// S3's error code, such as `NoSuchBucket`; empty if the response has none.
    var code: String
    var message: String
}

extension BucketError {
    init(_ answer: HTTPResponse) {
        let texts = BucketAnswer(answer.body).texts
        // They come to logs and pages.
        self.init(
            status: answer.status, code: (texts["Code"] ?? "").printable,
            message: (texts["Message"] ?? "").printable)
    }
}

extension String {
    /// Percent-encoded as canonical requests require: everything but unreserved characters.
    fileprivate var escaped: String {
        addingPercentEncoding(
            withAllowedCharacters: CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")) ?? ""
    }
}
#endif
