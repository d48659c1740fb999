// The photos behind the counts, for whoever mends what went wrong.
import Books
import Corpus
import Foundation
import Reporting

/// The photos that went wrong, each with what was read.
struct ScoreList: CustomStringConvertible {
    let description: String

    /// - Parameter isComplete: with misses and what is uncertain; else misreads alone.
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
