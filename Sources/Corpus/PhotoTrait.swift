// What makes a photo hard, whatever its class: accuracy is told for each.

/// A trait of photos that show an ISBN; a photo may have several.
package enum PhotoTrait: String, Sendable, CaseIterable {
    case bars = "ISBN bars"
    case noBars = "no ISBN bars"
    case isbn10Only = "ISBN-10 only"
    case rotated
    case dark
    case blurred
    case copyrightPage = "copyright page"
}

extension PhotoTruth {
    package func has(_ trait: PhotoTrait) -> Bool {
        guard !isbns.isEmpty else { return false }
        return switch trait {
        case .bars: hasISBNBars
        case .noBars: !hasISBNBars
        case .isbn10Only: !hasISBNBars && isPrintedAsISBN10
        case .rotated: turn.map { (11...349).contains($0) } ?? false
        case .dark: ["dim", "dark"].contains(light)
        case .blurred: ["mild", "severe"].contains(blur)
        case .copyrightPage: klass == "copyright-page"
        }
    }

    /// Covered bars are none.
    private var hasISBNBars: Bool { barcodeKind == "EAN-13 ISBN" }

    /// Every number printed has the nine or ten digits of old.
    private var isPrintedAsISBN10: Bool {
        printedForm?.split(separator: "|").allSatisfy { $0.count { $0.isNumber || $0 == "X" } <= 10 } ?? false
    }
}
