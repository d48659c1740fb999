// Prints scores as a table: all photos, then each group.
import Books
import Corpus
import Formatting
import Foundation
import Output

struct ScoreTable: CustomStringConvertible {
    let description: String

    init(_ pages: [ScoredPage], by grouping: Grouping, readers: Set<WitnessReader>) {
        let text = readers == [.ocr] ? "with a legible ISBN" : "with an ISBN"
        var rows: [(name: String, pages: [ScoredPage])?] = [
            (text, pages.filter { $0.score.demand == .isbn }),
            ("without an ISBN", pages.filter { $0.score.demand == .nothing }),
            ("all", pages),
        ]
        func add(_ key: (ScoredPage) -> String) {
            rows.append(nil)
            let groups = Dictionary(grouping: pages, by: key)
            rows += groups.keys.sorted().map { ($0, groups[$0] ?? []) }
        }
        switch grouping {
        case .class:
            add { $0.truth.klass }
            rows.append(nil)
            rows += PhotoTrait.allCases.map { trait in (trait.rawValue, pages.filter { $0.truth.has(trait) })
            }
        case .source: add { $0.truth.source.isEmpty ? "source not known" : $0.truth.source }
        case .photo: add { $0.truth.page.name }
        }

        let width = rows.compactMap { $0?.name.printable.columns }.max() ?? 0
        func line(_ name: String, _ cells: [String]) -> String {
            let widths = [7, 9, 7, 11, 8, 9, 11, 9]
            return name.printable.padded(to: width)
                + zip(cells, widths).map { cell, width in
                    String(repeating: " ", count: max(1, width - cell.count)) + cell
                }.joined()
        }
        let heading = line(
            "", ["photos", "expected", "right", "uncertain", "missed", "misread", "median ms", "p95 ms"])
        let lines = rows.map { row in
            guard let row else { return "" }
            let tally = Tally(row.pages)
            let isAsked = tally.expected > 0
            let times = [0.5, 0.95].map { share in
                tally.time(share: share).map { "\(Int($0.rounded()))" } ?? "-"
            }
            return line(
                row.name,
                [
                    "\(tally.pages)", isAsked ? "\(tally.expected)" : "-", isAsked ? "\(tally.right)" : "-",
                    "\(tally.uncertain)", isAsked ? "\(tally.missed)" : "-", "\(tally.misread)",
                ] + times)
        }
        description = ([heading] + lines).joined(separator: "\n") + "\n"
    }
}

/// The photos with errors, each with what was read.
struct ScoreList: CustomStringConvertible {
    let description: String

    /// - Parameter isComplete: whether to include missed and uncertain photos; else only misreads.
    init(_ pages: [ScoredPage], isComplete: Bool) {
        var text = ""
        for page in pages {
            let score = page.score
            guard score.isMisread || isComplete && (score.isMissed || score.isUncertain) else { continue }
            let outcome = score.isMisread ? "misread" : score.isMissed ? "missed" : "uncertain"
            let accepted = page.answer?.accepted ?? []
            text += "\(outcome)  \(page.truth.page.name): shows \(page.truth.isbns.named)".printable
            text += accepted.isEmpty ? "\n" : ", accepted \(accepted.named)\n"
            let evidence = page.answer?.records.map(\.evidence).joined() ?? ""
            let witnesses = evidence.split(separator: "\n").filter { $0.hasPrefix("  ") }
            text += witnesses.map { "       \($0)\n" }.joined()
            for record in page.answer?.records ?? [] {
                if let error = record.error { text += "         \(error.message.printable)\n" }
            }
        }
        description = text.isEmpty ? "" : text + "\n"
    }
}

extension [ISBN] {
    fileprivate var named: String { isEmpty ? "none" : map(\.hyphenated).joined(separator: ", ") }
}

extension PhotoPage {
    var name: String { page == 1 ? photo : "\(photo), page \(page)" }
}
