// What taking stock found out about a copy, a book or a photo.
import Foundation

/// A copy that an inventory expects, or one that it knows of.
public struct ExpectedCopy: Hashable, Sendable {
    /// `nil` for a book of which no copy is recorded.
    public var id: CopyID?
    public var label: String?
    /// Where it should be: see `BookCopy.path(_:)`; `nil` if anywhere.
    public var place: String?
    /// Whether the inventory expects it; otherwise it belongs elsewhere.
    public var isInScope: Bool
    /// When it was lost, sold or left the house otherwise, so that it is in no place; `nil` for a copy that is there.
    public var gone: PartialDate?
    /// `nil` if unknown, and for a copy that is there.
    public var reason: BookCopy.Reason?
    /// Whether the inventory itself marked it as lost at its end, because it was missing.
    public var isLostAtEnd: Bool
    /// Who has borrowed it.
    public var borrower: String?
    /// When they borrowed it; `nil` if unknown, and for a copy that is not lent.
    public var lent: Date?
    /// When the inventory began; `nil` if unknown.
    public var counted: Date?
    /// When its place was last changed; `nil` if unknown.
    public var moved: Date?
    /// When it was last brought back; `nil` if it never was.
    public var returned: Date?

    public init(
        id: CopyID? = nil, label: String? = nil, place: String? = nil, isInScope: Bool = true,
        gone: PartialDate? = nil, reason: BookCopy.Reason? = nil, isLostAtEnd: Bool = false,
        borrower: String? = nil, lent: Date? = nil, counted: Date? = nil, moved: Date? = nil,
        returned: Date? = nil
    ) {
        (self.id, self.label, self.place) = (id, label, place)
        (self.isInScope, self.borrower, self.lent) = (isInScope, borrower, lent)
        (self.gone, self.reason, self.isLostAtEnd) = (gone, reason, isLostAtEnd)
        (self.counted, self.moved, self.returned) = (counted, moved, returned)
    }

    var isGone: Bool { gone != nil && !isLostAtEnd }

    /// Whether it was in the house when a photo was recorded: it is not lent, or was lent after that.
    func wasThere(in sighting: InventorySighting) -> Bool {
        guard borrower != nil else { return true }
        guard let lent, let recorded = sighting.recorded else { return false }
        return recorded < lent
    }

    /// `lost 2026-11-02`; `nil` for a copy that is there.
    package var departure: String? { gone.map { "\(reason?.rawValue ?? "gone") \($0)" } }
}

/// The photo of a book that shows its label, if that is another one than shows its number.
package struct LabelPhoto: Hashable, Codable, Sendable {
    package var photo: PhotoPage
    package var sha256: String?

    package init(photo: PhotoPage, sha256: String?) {
        (self.photo, self.sha256) = (photo, sha256)
    }
}

/// A book in a photo.
public struct InventorySighting: Hashable, Sendable {
    public var photo: PhotoPage
    /// Of the photo's file; `nil` if unknown.
    public var sha256: String?
    /// Where the photo was taken; `nil` if that was not said.
    public var place: String?
    /// In pixels of the upright photo; empty if unknown.
    public var box: [PhotoPoint]
    /// Whether its ISBN was accepted; otherwise it is a candidate.
    public var isSure: Bool
    /// The copy whose label the photo shows, or that somebody saw; `nil` if it shows none.
    public var copy: CopyID?
    /// Whether somebody saw the copy, without a photo.
    public var isByHand: Bool
    /// A label in the photo that no copy has; `nil` for a book.
    public var label: String?
    /// When it was recorded; `nil` if unknown.
    public var recorded: Date?
    /// Among the books of the photo, in the order in which they stand; negative if its place there is unknown, and `nil` if
    /// no book was read.
    public var position: Int?
    /// `nil` if `photo` shows the label.
    package var labelPhoto: LabelPhoto?

    /// With the photo that shows the label, in which its box is.
    package var atLabel: InventorySighting {
        guard let labelPhoto else { return self }
        var sighting = self
        (sighting.photo, sighting.sha256) = (labelPhoto.photo, labelPhoto.sha256)
        sighting.labelPhoto = nil
        return sighting
    }

    /// Whether somebody who looks at the photo may see another book in it: a label names its copy for sure, and who saw a
    /// copy needs no photo.
    package var canBeCorrected: Bool { sha256?.utf8.count == 64 && copy == nil && label == nil }

    /// - Parameter labelPhoto: see there.
    package init(
        photo: PhotoPage, sha256: String? = nil, place: String? = nil, box: [PhotoPoint] = [],
        isSure: Bool = true, copy: CopyID? = nil, isByHand: Bool = false, label: String? = nil,
        recorded: Date? = nil, position: Int? = nil, labelPhoto: LabelPhoto?
    ) {
        self.init(
            photo: photo, sha256: sha256, place: place, box: box, isSure: isSure, copy: copy,
            isByHand: isByHand,
            label: label, recorded: recorded, position: position)
        self.labelPhoto = labelPhoto
    }

    public init(
        photo: PhotoPage, sha256: String? = nil, place: String? = nil, box: [PhotoPoint] = [],
        isSure: Bool = true, copy: CopyID? = nil, isByHand: Bool = false, label: String? = nil,
        recorded: Date? = nil, position: Int? = nil
    ) {
        (self.photo, self.sha256, self.place, self.box) = (photo, sha256, place, box)
        (self.isSure, self.copy, self.isByHand) = (isSure, copy, isByHand)
        (self.label, self.recorded, self.position) = (label, recorded, position)
    }
}

/// One line of an inventory's result.
public struct InventoryFinding: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Seen where it should be.
        case present
        /// Not seen, and somebody has borrowed it.
        case lent
        case missing
        /// Fewer copies of the book were seen in their place than should be there; this one may be missing.
        case tooFew = "too_few"
        /// Seen elsewhere than it should be.
        case misplaced
        /// Seen, although it belongs nowhere, or is lent or gone.
        case unexpected
        /// Seen, although all copies of the book were seen elsewhere, or beside it in the photo.
        case tooMany = "too_many"
        /// A photo of which the ISBN is not sure; a copy that may be in it.
        case doubtful = "in_doubt"
        /// Seen behind a book before which it belongs.
        case outOfOrder = "out_of_order"
        /// A label in a photo that no copy has.
        case unknownLabel = "unknown_label"

        /// `too few`.
        package var words: String { rawValue.replacing("_", with: " ") }
    }

    public var status: Status
    public var copy: ExpectedCopy?
    public var sighting: InventorySighting?

    public init(_ status: Status, copy: ExpectedCopy? = nil, sighting: InventorySighting? = nil) {
        (self.status, self.copy, self.sighting) = (status, copy, sighting)
    }

    /// What somebody did with a copy since it was found, or since the inventory began if it was not seen.
    public enum LaterChange: String, Hashable, Sendable {
        case moved
        case returned
        case lent

        /// `moved since`.
        package var words: String { "\(rawValue) since" }
    }

    /// `nil` if the finding is not outdated by one, or if the times are unknown.
    public var laterChange: LaterChange? {
        // A copy that is lent is found only if it was seen before.
        if [.present, .misplaced].contains(status), copy?.borrower != nil { return .lent }
        let known = status == .misplaced ? sighting?.recorded : status == .missing ? copy?.counted : nil
        guard let known, let copy else { return nil }
        if let moved = copy.moved, moved > known { return .moved }
        if let returned = copy.returned, returned > known { return .returned }
        return nil
    }

    /// What the end of the inventory changes of the copy: its place if it was seen elsewhere, and that it is lost if it
    /// is missing, unless somebody moved, lent or returned it since.
    ///
    /// - Parameter isLosing: whether missing copies are lost.
    /// - Returns: `nil` if it stays as it is.
    public func edit(losing isLosing: Bool) -> CopyEdit? {
        laterChange == nil ? change(losing: isLosing) : nil
    }

    /// Whether the end of the inventory would change the copy if nobody had moved, lent or returned it since.
    public func isOutdated(losing isLosing: Bool) -> Bool {
        laterChange != nil && change(losing: isLosing) != nil
    }

    private func change(losing isLosing: Bool) -> CopyEdit? {
        guard copy?.id != nil else { return nil }
        return switch status {
        case .misplaced: sighting?.place.map { CopyEdit([.place: $0]) }
        case .missing where isLosing: CopyEdit([.reason: BookCopy.Reason.lost.rawValue])
        default: nil
        }
    }

    /// Whether it is settled if somebody sees the copy where it should be.
    package var canBeTicked: Bool {
        copy?.id != nil && [.missing, .tooFew, .doubtful, .misplaced].contains(status)
    }

    /// Compares the copies of one book with the photos that show it.
    ///
    /// Each sighting is of one copy; those of one photo are of different copies. Photos of the same place may show the same
    /// copy, so that several of them never show too many, and one whose place is unknown may be of any place. A copy that
    /// somebody saw later than in a photo was put where it belongs.
    ///
    /// - Parameter sightings: in the order in which they were made.
    public static func findings(
        of copies: [ExpectedCopy], in sightings: [InventorySighting]
    ) -> [InventoryFinding] {
        var search = InventorySearch(copies, sightings)
        search.matchLabels()
        search.matchPlaces()
        search.matchFormer()
        search.matchElsewhere()
        search.matchPlaceless()
        search.explainRest()
        return search.findings
    }
}

extension String {
    /// Whether this place is another one, or in it. Upper and lower case are the same.
    public func isPlace(in other: String) -> Bool { (lowercased() + "/").hasPrefix(other.lowercased() + "/") }

    /// Whether one of the two places is in the other, or is the other: what is in one of them may be in both.
    package func isPlace(around other: String) -> Bool { isPlace(in: other) || other.isPlace(in: self) }
}
