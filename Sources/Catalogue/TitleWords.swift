// Titles as they are compared: libraries and shops write the same one in many ways.
import Foundation

/// A title as it is compared.
struct TitleWords {
    /// Without series and subtitle.
    let main: String
    private let whole: String

    init(_ title: String) {
        let text = title.prefix(upTo: title.firstRange(of: " (")?.lowerBound ?? title.endIndex)
        whole = Self.bare(text)
        main = Self.bare(text.prefix { $0 != ":" })
    }

    /// With a subtitle on both sides, these must be the same too.
    func isAlike(_ other: TitleWords) -> Bool {
        whole == other.whole || whole == other.main || main == other.whole
    }

    private static func bare(_ text: Substring) -> String {
        SearchText.folded(String(text)).folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil
        )
        .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
