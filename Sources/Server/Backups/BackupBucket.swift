#if Server
// Backups in a bucket of S3, or of a server with the same interface.
import Catalogue
import Formats
import Foundation
import HTTP
import Logging
import Translation

/// The requests are those of the Amazon S3 API reference (docs.aws.amazon.com/AmazonS3/latest/API), with the bucket in
/// the path. libcurl signs them (AWS Signature Version 4).
struct BackupBucket: BackupPlace {
    private var client: BucketClient
    /// Empty, or ends with a slash.
    private let folder: String
    private static let logger = Logger(label: "bookzone.backup")

    /// - Parameter address: `https://HOST/BUCKET`, or `https://HOST/BUCKET/FOLDER`.
    /// - Throws: `HTTPError` if the address has no bucket, or has a user, a query or a fragment; or if libcurl can't be used.
    init(_ address: String, key: SigningKeyPair) throws {
        var parts = address.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard let url = URLComponents(string: address), url.user == nil, url.password == nil,
            url.query == nil, url.fragment == nil, parts.count >= 3
        else { throw HTTPError.address(address) }
        // Keys of objects are not encoded.
        folder = try parts[3...].map { part in
            guard let name = part.removingPercentEncoding else { throw HTTPError.address(address) }
            return name + "/"
        }.joined()
        parts = Array(parts[..<3])
        client = try BucketClient("\(parts[0])//\(parts[1])/\(parts[2])", key: key)
    }

    /// The same bucket, for a check that somebody waits for: each request is made once, and may take this long.
    func checked(within timeout: Duration) throws(HTTPError) -> BackupBucket {
        var bucket = self
        bucket.client = try client.asking(once: timeout)
        return bucket
    }

    var name: String { "\(client.bucket)/\(folder)" }

    func backups() async throws -> [BackupFile] {
        try await client.objects(in: folder).compactMap { key, bytes in
            BackupName(key.dropFirst(folder.count)).map { BackupFile(name: $0, bytes: bytes) }
        }
    }

    /// The store checks the local file; the bucket checks what it receives against the hash in each signature.
    func write(_ store: Store, as name: BackupName) async throws -> BackupFile {
        await abortAbandoned()
        let folder = try DraftFolder.uploading(store.path)
        defer { folder.remove() }
        let draft = folder.file(DraftFolder.archive)
        try StoreArchive.write(store, to: draft)
        let file = try FileHandle(forReadingFrom: URL(filePath: draft))
        defer { try? file.close() }
        let bytes = try await client.put(file, as: self.folder + name.text)
        guard try await backups().contains(BackupFile(name: name, bytes: bytes)) else {
            throw BucketError(status: 200, code: "", message: "the backup is not in the bucket")
        }
        return BackupFile(name: name, bytes: bytes)
    }

    /// Puts a small object into the bucket, and removes it.
    ///
    /// - Returns: why it can't be removed; `nil` if it is.
    /// - Throws: why it can't be put there.
    func probe() async throws -> (any Error)? {
        let key = folder + "bookzone-check"
        try await client.put(Data("bookzone".utf8), as: key)
        do { try await client.delete(key) } catch { return error }
        return nil
    }

    func remove(_ name: BackupName) async throws { try await client.delete(folder + name.text) }

    /// Removes the parts of backups that a killed site left behind: they would be kept, and charged for. Those of the last day
    /// may be of a backup that is being written. Where it is not allowed, backups are made all the same.
    func abortAbandoned(now: Date = .now) async {
        do {
            for upload in try await client.uploads(in: folder)
            where upload.begun < now - 86_400 && BackupName(upload.key.dropFirst(folder.count)) != nil {
                try await client.abort(upload.id, of: upload.key)
                Self.logger.info("removed the parts of an unfinished backup in \(name): \(upload.key)")
            }
        } catch {
            guard !Task.isCancelled else { return }
            let reason = Language.english(BackupFailure.reason(of: error, place: name))
            Self.logger.warning("parts of unfinished backups in \(name) are not removed: \(reason)")
        }
    }
}
#endif
