// An inventory's page: what is to be done at each place, with photos, to be gone through at the shelf.
import Batch
import Books
import CResources
import Catalogue
import Formatting
import Foundation
import Output
import Reading
import Sandbox

/// A report on an inventory. Its page works in a browser from disk, without a network.
package struct InventoryReport: Sendable {
    /// The longest side of a picture, in pixels.
    private static let side = 960

    private let folder: PictureFolder
    private let workers: [PhotoWorker]

    /// - Parameters:
    ///   - path: the report's folder; created if there is none.
    ///   - workers: create its pictures; at least one.
    /// - Throws: `occupied` if the folder contains other things.
    package init(_ path: String, workers: [PhotoWorker]) throws(OutputError) {
        folder = try PictureFolder(path)
        self.workers = workers
    }

    /// Writes the page atomically, after its pictures. Photos that no longer exist have no picture, unless an earlier report
    /// in the same folder made one.
    ///
    /// - Parameters:
    ///   - books: what the photos show, as often as they show it.
    ///   - summary: in one line.
    ///   - ticking: how the file of ticks, `seen.txt`, is applied.
    ///   - correcting: how the file of corrections, `corrections.jsonl`, is applied.
    package func write(
        _ lines: [InventoryLine], of inventory: Inventory, showing books: [InventoryPhoto: [ISBN]],
        summary: String, ticking: String, correcting: String
    ) async throws(OutputError) {
        var pictures: [Int: String] = [:]
        for first in stride(from: 0, to: lines.count, by: workers.count) {
            var making: [(place: Int, task: Task<Data?, Never>)] = []
            for (place, worker) in zip(first..<lines.count, workers) {
                guard let sighting = lines[place].finding.sighting, let name = Self.name(sighting) else {
                    continue
                }
                pictures[place] = name
                guard !folder.holds(name) else { continue }
                making.append((place, Task { await Self.picture(of: sighting, by: worker) }))
            }
            for (place, task) in making {
                if let jpeg = await task.value, let name = pictures[place] {
                    try folder.write(jpeg, to: name)
                } else {
                    pictures[place] = nil
                }
            }
        }
        let style = String(cString: report_style)
        let script = ReportTemplate.script(String(cString: inventory_report_script))
        let places = [
            "POLICY": ReportTemplate.policy(style, script), "STYLE": style, "SCRIPT": script,
            "LANGUAGE": "en", "DIRECTION": "ltr",
            "NAME": inventory.name.escapedForHTML, "TICKING": ticking.escapedForHTML,
            "CORRECTING": correcting.escapedForHTML,
            "KEY": "\(inventory.id)-\(Int(inventory.begun.timeIntervalSince1970))",
            "SUMMARY": summary.escapedForHTML, "FINDINGS": Self.findings(lines, books, pictures),
        ]
        let page = try OutputFile(folder.path + "/index.html")
        try page.write(ReportTemplate.filled(String(cString: inventory_report_page), places))
        try page.finish()
    }

    // MARK: Pictures

    /// By the content of the photo and the place in it; `nil` if it was seen without a photo.
    private static func name(_ sighting: InventorySighting) -> String? {
        guard let sha256 = sighting.sha256, sha256.wholeMatch(of: /[0-9a-f]{64}/) != nil else { return nil }
        let corner = sighting.box.first.map { "-\($0.x)-\($0.y)" } ?? ""
        return "shelves/\(sha256.prefix(2))/\(sha256.prefix(20))-\(sighting.photo.page)\(corner).jpg"
    }

    /// The whole photo, with the book's number marked.
    private static func picture(of sighting: InventorySighting, by worker: PhotoWorker) async -> Data? {
        guard let sha256 = sighting.sha256 else { return nil }
        var request = PictureRequest(page: sighting.photo.page, side: side)
        if sighting.box.count > 2 {
            request.marks = [.init(corners: sighting.box, isAccepted: sighting.isSure)]
        }
        return await worker.picture(request, of: Photo(at: PhotoPath(sighting.photo.photo)), sha256: sha256)
    }

    // MARK: The page

    /// A section for each place, in natural order: where a thing was seen, otherwise where it should be.
    private static func findings(
        _ lines: [InventoryLine], _ books: [InventoryPhoto: [ISBN]], _ pictures: [Int: String]
    ) -> String {
        let byPlace = Dictionary(grouping: lines.indices) { place in
            lines[place].finding.sighting?.place ?? lines[place].finding.copy?.place ?? ""
        }
        let places = byPlace.keys.sorted(by: NaturalOrder.precedes)
        // Each photo once, and each book in it.
        var seen: Set<PhotoCorrection> = []
        var corrections: [Int: String] = [:]
        for place in places.flatMap({ byPlace[$0] ?? [] }) {
            guard let sighting = lines[place].finding.sighting, sighting.canBeCorrected,
                let sha256 = sighting.sha256
            else { continue }
            let photo = PhotoCorrection(sha256: sha256, page: sighting.photo.page)
            var book = photo
            book.wrong = sighting.position.map {
                PhotoCorrection.Reading(position: $0, isbn13: lines[place].isbn)
            }
            corrections[place] = correction(
                of: photo, book.wrong.flatMap { seen.insert(book).inserted ? $0 : nil },
                others: seen.insert(photo).inserted
                    ? books[InventoryPhoto(sha256: sha256, page: photo.page)] ?? [] : nil,
                sighting.photo.photo)
        }
        return places.map { place in
            let items = (byPlace[place] ?? []).map {
                item(lines[$0], pictures[$0], correction: corrections[$0])
            }
            let name = place.isEmpty ? "No place" : place.escapedForHTML
            return """
                  <section>
                    <h2>\(name)</h2>
                    <ul class="findings">
                \(items.joined())    </ul>
                  </section>

                """
        }.joined()
    }

    /// Fields to correct a book in a photo and, once for each photo, what else is in it.
    ///
    /// - Parameter others: all books that the photo shows; `nil` if there are fields for it already.
    private static func correction(
        of photo: PhotoCorrection, _ book: PhotoCorrection.Reading?, others: [ISBN]?, _ name: String
    ) -> String {
        let page = """
            data-page="\(photo.sha256):\(photo.page)" data-photo="\(name.escapedForHTML)"
            """
        let reading = book.map {
            "\(page) data-position=\"\($0.position)\" data-isbn=\"\($0.isbn13?.isbn13 ?? "")\""
        }
        func number(_ words: String, _ data: String, _ says: String) -> String {
            """
            <label>\(words) <input type="text" \(data) data-says="\(says)" size="17" maxlength="40" inputmode="text" \
            autocomplete="off" spellcheck="false"></label>
            """
        }
        func box(_ words: String, _ data: String, _ says: String) -> String {
            "<label><input type=\"checkbox\" \(data) data-says=\"\(says)\"> \(words)</label>"
        }
        var fields: [String] = []
        if let reading {
            fields += [number("Other ISBN", reading, "other"), box("Not in the photo", reading, "absent")]
        }
        if let others {
            let shown = "\(page) data-shown=\"\(others.map(\.isbn13).joined(separator: " "))\""
            fields += [
                number(reading == nil ? "ISBN" : "The photo also shows ISBN", shown, "further"),
                box("No book in the photo", page, "none"),
            ]
        }
        return fields.joined(separator: " ")
    }

    private static func item(_ line: InventoryLine, _ picture: String?, correction: String?) -> String {
        let (copy, sighting) = (line.finding.copy, line.finding.sighting)
        let number = line.isbn?.hyphenated ?? line.book?.description
        let heading = (line.title ?? number ?? sighting?.label ?? sighting?.photo.photo ?? "").escapedForHTML
        let details = [
            line.title == nil ? nil : number, copy?.label, copy?.borrower.map { "lent to \($0)" },
            copy?.departure,
            places(copy?.place, sighting?.place), line.finding.laterChange?.words,
            line.neighbour.map { "belongs before \($0.words)" },
        ].compactMap(\.self).map(\.escapedForHTML).joined(separator: ", ")
        var parts = [
            "<p><span class=\"badge\">\(line.finding.status.words)</span> <b dir=\"auto\">\(heading)</b></p>"
        ]
        if !details.isEmpty { parts.append("<p class=\"small\" dir=\"auto\">\(details)</p>") }
        if let id = copy?.id, line.finding.canBeTicked {
            parts.append(
                "<label><input type=\"checkbox\" data-copy=\"\(id)\"> It is in its place</label>")
        }
        if let correction { parts.append(correction) }
        if let picture, let sighting {
            parts.append(
                """
                <a href="\(picture)"><img src="\(picture)" loading="lazy" alt="\(sighting.photo.photo.escapedForHTML)"></a>
                """)
        } else if let sighting {
            parts.append("<p class=\"small\" dir=\"auto\">\(sighting.photo.photo.escapedForHTML)</p>")
        }
        return "      <li>\(parts.joined())</li>\n"
    }

    private static func places(_ expected: String?, _ seen: String?) -> String? {
        guard let seen, let expected, !seen.isPlace(around: expected) else { return nil }
        return "belongs to \(expected)"
    }
}
