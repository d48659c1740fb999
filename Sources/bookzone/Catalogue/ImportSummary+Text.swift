// What an import did, in a few lines for a person.
import Catalogue
import Reporting

extension ImportSummary {
    /// - Parameter rejects: where the refused rows were written.
    func text(rejects: String?) -> String {
        let details = [
            (withoutISBN, "book has no ISBN", "books have no ISBN"),
            (
                padded, "ISBN-10 got its leading zeros back, as the check digit bears out",
                "ISBN-10s got their leading zeros back, as the check digits bear out"
            ),
            (
                rounded, "ISBN-13 was a rounded number and is not used",
                "ISBN-13s were rounded numbers and are not used"
            ),
            (listed, "entry put on lists", "entries put on lists"),
            (comments, "comment added or changed", "comments added or changed"),
            (unfitRatings, "rating outside 0 to 5 left out", "ratings outside 0 to 5 left out"),
        ]
        var lines = [
            """
            \(rows) \(rows == 1 ? "row" : "rows"): \(added) \(added == 1 ? "book" : "books") added, \(changed) changed, \(unchanged) known, \
            \(refused) refused
            """
        ]
        for (count, one, many) in details where count > 0 {
            lines.append("\(count) \(count == 1 ? one : many)")
        }
        if refused > 0, let rejects { lines.append("refused rows, with the reasons: \(rejects.printable)") }
        return lines.map { $0 + "\n" }.joined()
    }
}
