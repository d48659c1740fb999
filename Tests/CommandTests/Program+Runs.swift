// Runs without reading photos: files, and records as a scan would have written them.
import Books
import Foundation

/// A photo of such a run.
struct MadePhoto {
    var name: String
    var isbns: [String] = []
    var status = ScanStatus.found
    var title: String?

    /// A record of `scan`, or of `scan --lookup` if it has a title.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(record()), as: UTF8.self)
        guard let title, let isbn = isbns.first else { return text + "\n" }
        let book: [String: any Sendable] = [
            "isbn13": isbn, "title": title, "contributors": [["name": "Ada Novak", "role": "author"]],
            "publisher": "Harbour Press", "year": 1999,
        ]
        let books = String(decoding: try JSONSerialization.data(withJSONObject: [book]), as: UTF8.self)
        return text.dropLast() + ",\"books\":\(books)}\n"
    }

    func record() throws -> PhotoRecord {
        PhotoRecord(
            photo: name, status: status,
            isbns: try isbns.map { ISBNReading(isbn: try ISBN($0), confidence: 0.9) })
    }
}

extension Program {
    /// Creates the photos' files, each with its name as contents, and `run.jsonl`.
    func make(_ photos: [MadePhoto], without missing: Set<String> = []) throws {
        for photo in photos where !missing.contains(photo.name) {
            try write(Array(photo.name.utf8), at: photo.name)
        }
        try write(Data(try photos.map { try $0.line() }.joined().utf8), to: "run.jsonl")
    }

    /// Creates a file whose name may have any bytes, and its folder.
    func write(_ content: [UInt8], at name: String) throws {
        let parent = String(name[..<name.nameStart])
        try FileManager.default.createDirectory(
            at: folder.appending(path: parent), withIntermediateDirectories: true)
        let file = open("\(folder.path)/\(name)".systemPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        _ = content.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    }

    /// The records of a run, in order.
    func records(_ file: String = "run.jsonl") throws -> [PhotoRecord] {
        try (text(file) ?? "").split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
    }

    /// The files below a folder, by path, with their contents.
    func contents(_ name: String) async throws -> [[UInt8]: String] {
        let list = try await shell("find \(name) ! -type d -print0")
        return Dictionary(
            list.output.split(separator: 0).map { path in
                let file = "\(folder.path)/\(String(path: path))"
                return (
                    Array(path),
                    FileHandle(reading: file).map { String(decoding: $0.availableData, as: UTF8.self) } ?? ""
                )
            }
        ) { $1 }
    }
}
