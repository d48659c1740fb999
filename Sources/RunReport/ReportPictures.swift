// The pictures of a photo in a report, and their names.
import Books
import Foundation
import Output
import Reading
import Sandbox
import Translation

/// Has a record's pictures made, and saves them in the report's folder.
struct ReportPictures {
    let folder: PictureFolder
    let language: Language

    private static let thumbnailSide = 320
    private static let viewSide = 1280
    private static let closeupSide = 1000

    /// - Parameter photo: `nil` if it no longer exists; pictures from an earlier report stay.
    func entry(
        _ record: PhotoRecord, _ shown: ShownPhoto, by worker: PhotoWorker
    ) async -> Result<ReportEntry, PictureFailure> {
        var record = record
        // Rejected by a reviewer.
        if record.status == .none { record.candidates = [] }
        var entry = ReportEntry(
            record: record, closeups: record.candidates.map { _ in nil }, titles: shown.titles,
            named: shown.named[record.place], language: language)
        do {
            for reading in record.isbns + record.candidates {
                entry.covers[reading.isbn] = try shown.covers[reading.isbn].flatMap(cover)
            }
        } catch {
            return .failure(PictureFailure(error))
        }
        guard record.status != .failed, let sha256 = record.sha256, Self.isHash(sha256) else {
            return .success(entry)
        }
        /// Named by content: the same photo twice is one file, and the photo's own name is not part of the path.
        func made(_ kind: String, _ request: PictureRequest, _ suffix: String = "") async throws -> String? {
            let name =
                "\(kind)/\(sha256.prefix(2))/\(sha256.prefix(20))-\(shown.page(of: record))\(suffix).jpg"
            if folder.holds(name) { return name }
            guard let photo = shown.photo,
                let jpeg = await worker.picture(request, of: photo, sha256: sha256)
            else { return nil }
            try folder.write(jpeg, to: name)
            return name
        }
        do {
            let page = shown.page(of: record)
            entry.thumbnail = try await made("thumbnails", .init(page: page, side: Self.thumbnailSide))
            if record.status == .uncertain, entry.thumbnail != nil {
                entry.view = try await made("views", .init(page: page, side: Self.viewSide))
                for (place, candidate) in record.candidates.enumerated() {
                    guard let request = Self.closeup(of: candidate, in: record, page: page) else { continue }
                    entry.closeups[place] = try await made("closeups", request, "-\(candidate.isbn.isbn13)")
                }
            }
            return .success(entry)
        } catch {
            return .failure(PictureFailure(error))
        }
    }

    /// Saves a cover under a name of its content.
    ///
    /// - Returns: its path; `nil` if it is not a JPEG file.
    private func cover(_ jpeg: Data) throws(OutputError) -> String? {
        guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]), let sha256 = PhotoScanner.sha256(jpeg) else {
            return nil
        }
        let name = "covers/\(sha256.prefix(2))/\(sha256.prefix(20)).jpg"
        if !folder.holds(name) { try folder.write(jpeg, to: name) }
        return name
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The area around a candidate's witnesses with a margin, rotated to be readable.
    private static func closeup(
        of reading: ISBNReading, in record: PhotoRecord, page: Int
    ) -> PictureRequest? {
        let placed = reading.witnesses.compactMap { witness in
            record.corners(of: witness).map { (witness, $0) }
        }
        guard let (witness, box) = placed.first(where: { $0.0.reader == .ocr }) ?? placed.first,
            let (width, height) = record.sides, let left = box.map(\.x).min(), let right = box.map(\.x).max(),
            let top = box.map(\.y).min(), let bottom = box.map(\.y).max()
        else { return nil }
        let quarters = (min(max(0, witness.rotation), 359) + 45) / 90 % 4
        // A larger margin along the line than across it.
        let room = max(8, min(right - left, bottom - top))
        let (across, down) = quarters.isMultiple(of: 2) ? (3 * room, room) : (room, 3 * room)
        let (x, y) = (min(max(0, left - across), width), min(max(0, top - down), height))
        return PictureRequest(
            page: page, side: closeupSide,
            part: .init(
                x: x, y: y, width: min(width, right + across) - x, height: min(height, bottom + down) - y),
            quarters: quarters)
    }
}
