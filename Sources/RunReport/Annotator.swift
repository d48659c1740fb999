// Annotated copies of photos, without metadata, so that they can be shown to others.
import Books
import CTypesetting
import Formatting
import Foundation
import Output
import Reading
import Sandbox

/// Writes an annotated copy of each photo to a folder.
package actor Annotator {
    private static let side = 1600
    private static let window = 32

    private let folder: PictureFolder
    private let workers: [PhotoWorker]
    private var waiting: [Task<Void, Never>] = []
    private var taken = 0
    private var failure: OutputError?
    /// How many photos were copied.
    package private(set) var copied = 0
    /// How many photos were not copied because they could not be read or no longer exist.
    package private(set) var missing = 0

    /// Whether the library that draws text is installed.
    package static var isPossible: Bool { TypesetLabel.isPossible }

    /// - Parameter workers: create the copies; at least one.
    /// - Throws: `occupied` if the folder contains other things.
    package init(_ path: String, workers: [PhotoWorker]) throws(OutputError) {
        folder = try PictureFolder(path)
        self.workers = workers
    }

    /// - Throws: the error for this photo's copy or an earlier one.
    package func take(_ photo: ShownPhoto) async throws(OutputError) {
        if let failure { throw failure }
        for record in photo.records {
            let (before, worker) = (waiting.last, workers[taken % workers.count])
            taken += 1
            let request = request(record, photo)
            waiting.append(
                Task {
                    var jpeg: Data?
                    if let photo = photo.photo, let sha256 = record.sha256, record.status != .failed {
                        jpeg = await worker.picture(request, of: photo, sha256: sha256)
                    }
                    // In sequence, so that names are assigned in the run's order.
                    await before?.value
                    save(jpeg, of: record)
                })
        }
        while waiting.count > Self.window { await waiting[0].value }
    }

    private func save(_ jpeg: Data?, of record: PhotoRecord) {
        waiting.removeFirst()
        guard failure == nil else { return }
        guard let jpeg else {
            missing += 1
            return
        }
        do throws(OutputError) {
            let (name, suffix) = Self.name(of: record)
            try folder.writeNew(jpeg, to: name, suffix: suffix)
            copied += 1
        } catch {
            failure = error
        }
    }

    /// Waits for unfinished copies.
    package func finish() async throws(OutputError) {
        while let last = waiting.last { await last.value }
        if let failure { throw failure }
    }

    // MARK: What is drawn

    private func request(_ record: PhotoRecord, _ photo: ShownPhoto) -> PictureRequest {
        var request = PictureRequest(page: photo.page(of: record), side: Self.side)
        guard let (width, height) = record.sides else { return request }
        let long = min(Self.side, max(width, height))
        let showsSeveral = record.ownISBNs.count > 1
        for reading in record.isbns + record.candidates {
            var name: PictureRequest.Words?
            if showsSeveral, record.isbns.contains(reading) {
                name = TypesetLabel.ink(["\(reading.book)"], width: long, letterHeight: max(12, long / 48))
            }
            for corners in reading.witnesses.compactMap(record.corners) {
                request.marks.append(
                    .init(
                        corners: corners.grown, isAccepted: record.isbns.contains(reading), name: name))
                // One of its places is enough.
                name = nil
            }
        }
        let across = width * long / max(width, height)
        request.label = TypesetLabel.ink(
            Self.lines(record, photo), width: across - 2 * max(4, long / 100),
            letterHeight: max(12, long / 48))
        let places = request.marks.flatMap(\.corners).map(\.y)
        let middle = places.isEmpty ? 0 : places.reduce(0, +) / places.count
        request.isLabelAtTop = middle > height / 2
        let own = record.ownISBNs
        if own.count <= Self.mostTitled { request.covers = own.compactMap { photo.covers[$0.isbn] } }
        return request
    }

    /// With their titles; if there are more books, only the numbers.
    private static let mostTitled = 3

    /// Each ISBN, and below it the book's title; of several books, with the number that is drawn beside it. A left-to-right
    /// mark keeps the number at the left.
    private static func lines(_ record: PhotoRecord, _ photo: ShownPhoto) -> [String] {
        if let named = photo.named[record.place] { return [named.printable] }
        if record.status == .uncertain { return ["\u{200E}\(record.reason.printable)"] }
        let own = record.ownISBNs
        return own.flatMap { reading in
            let place = own.count > 1 ? "\(reading.book)  " : ""
            let title = own.count <= mostTitled ? photo.titles[reading.isbn]?.printable : nil
            return ["\u{200E}\(place)\(reading.isbn.hyphenated)"] + [title].compactMap(\.self)
        }
    }

    // MARK: Names

    /// In bytes; file systems allow 255.
    private static let longestName = 200

    /// The photo's own path, relative to the folder; with its extension if that is one of JPEG's.
    static func name(of record: PhotoRecord) -> (name: String, suffix: String) {
        var parts = record.photo.localPath.pathParts.filter { $0 != "." && $0 != ".." }
        var name = parts.popLast() ?? "photo"
        if record.photo == "-" { name = "standard input" }
        var suffix = ".jpg"
        for ending in [".jpg", ".jpeg"] where name.lowercased().hasSuffix(ending) && name.count > ending.count
        {
            suffix = String(name.suffix(ending.count))
            name.removeLast(ending.count)
        }
        while name.utf8.count > longestName { name.removeLast() }
        if record.page > 1 { name += ", page \(record.page)" }
        return ((parts + [name]).joined(separator: "/"), suffix)
    }
}

extension [PhotoPoint] {
    /// Enlarged, so that the outline does not cover what is inside.
    fileprivate var grown: [PhotoPoint] {
        let (x, y) = (map(\.x).reduce(0, +) / count, map(\.y).reduce(0, +) / count)
        let sides = zip(self, dropFirst() + prefix(1)).map { hypot(Double($0.x - $1.x), Double($0.y - $1.y)) }
        let room = Int(0.35 * (sides.min() ?? 0)) + 2
        return map { PhotoPoint(x: $0.x + ($0.x - x).signum() * room, y: $0.y + ($0.y - y).signum() * room) }
    }
}

/// Text as pixels, in any script, for workers to draw on photos: they can't open fonts. The text comes from a
/// catalogue, not from a photo, and is as short as a label.
enum TypesetLabel {
    /// In characters; a longer label would not be read.
    private static let mostLetters = 600

    /// Whether the library that sets text is installed.
    static var isPossible: Bool { typesetting_is_there() != 0 }

    /// - Parameters:
    ///   - width: in pixels, to which lines are wrapped.
    ///   - letterHeight: in pixels.
    /// - Returns: `nil` if there is no text.
    static func ink(
        _ lines: [String], width: Int, letterHeight: Int
    ) -> PictureRequest.Words? {
        let text = String(lines.joined(separator: "\n").prefix(mostLetters))
        var result = TypesetText()
        guard !text.isEmpty, width > 0,
            typeset_text(text, Int32(clamping: width), Int32(clamping: letterHeight), &result) != 0,
            let pixels = result.pixels
        else { return nil }
        defer { free(pixels) }
        return PictureRequest.Words(
            ink: Data(bytes: pixels, count: Int(result.width) * Int(result.height)), width: Int(result.width))
    }
}
