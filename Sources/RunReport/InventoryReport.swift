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
    ///   - summary: in one line.
    ///   - command: how the file of ticks, `seen.txt`, is applied.
    package func write(
        _ lines: [InventoryLine], of inventory: Inventory, summary: String, command: String
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
            "NAME": inventory.name.escapedForHTML, "COMMAND": command.escapedForHTML,
            "KEY": "\(inventory.id)-\(Int(inventory.begun.timeIntervalSince1970))",
            "SUMMARY": summary.escapedForHTML, "FINDINGS": Self.findings(lines, pictures),
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
    private static func findings(_ lines: [InventoryLine], _ pictures: [Int: String]) -> String {
        let byPlace = Dictionary(grouping: lines.indices) { place in
            lines[place].finding.sighting?.place ?? lines[place].finding.copy?.place ?? ""
        }
        let places = byPlace.keys.sorted(by: NaturalOrder.precedes)
        // One decision for each photo, whatever it shows.
        var decided: Set<String> = []
        let correctable = Set(
            places.flatMap { byPlace[$0] ?? [] }.filter { place in
                lines[place].finding.sighting.flatMap(page).map { decided.insert($0).inserted } ?? false
            })
        return places.map { place in
            let items = (byPlace[place] ?? []).map {
                item(lines[$0], pictures[$0], isCorrectable: correctable.contains($0))
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

    /// Identifies the page of a photo; `nil` if it was seen without a photo.
    private static func page(_ sighting: InventorySighting) -> String? {
        name(sighting).flatMap { _ in sighting.sha256.map { "\($0):\(sighting.photo.page)" } }
    }

    /// In a photo of several books, which of them was misread is unknown: another ISBN is added.
    private static func correction(_ sighting: InventorySighting, _ page: String) -> String {
        let data = "data-page=\"\(page)\" data-photo=\"\(sighting.photo.photo.escapedForHTML)\""
        let name = sighting.hasOthers ? "It also shows ISBN" : sighting.isSure ? "Other ISBN" : "ISBN"
        let number = """
            <label>\(name) <input type="text" \(data) size="17" maxlength="40" inputmode="text" autocomplete="off" \
            spellcheck="false"></label>
            """
        return sighting.hasOthers
            ? number : "\(number) <label><input type=\"checkbox\" \(data)> No book</label>"
    }

    private static func item(_ line: InventoryLine, _ picture: String?, isCorrectable: Bool) -> String {
        let (copy, sighting) = (line.finding.copy, line.finding.sighting)
        let number = line.isbn?.hyphenated ?? line.book?.description
        let heading = (line.title ?? number ?? sighting?.label ?? sighting?.photo.photo ?? "").escapedForHTML
        let details = [
            line.title == nil ? nil : number, copy?.label, copy?.borrower.map { "lent to \($0)" },
            places(copy?.place, sighting?.place), line.finding.laterChange?.words,
            line.neighbour.map { "belongs before \($0)" },
        ].compactMap(\.self).map(\.escapedForHTML).joined(separator: ", ")
        var parts = [
            "<p><span class=\"badge\">\(line.finding.status.words)</span> <b dir=\"auto\">\(heading)</b></p>"
        ]
        if !details.isEmpty { parts.append("<p class=\"small\" dir=\"auto\">\(details)</p>") }
        if let id = copy?.id, line.finding.canBeTicked {
            parts.append(
                "<label><input type=\"checkbox\" data-copy=\"\(id)\"> It is in its place</label>")
        }
        if isCorrectable, let sighting, let page = page(sighting) { parts.append(correction(sighting, page)) }
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
