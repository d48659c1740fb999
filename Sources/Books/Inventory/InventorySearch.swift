// Which copies of one book explain what was seen of it, step by step.
import Foundation

/// The steps of comparing one book's copies with its sightings.
struct InventorySearch {
    private(set) var findings: [InventoryFinding] = []
    /// Not yet found.
    private var copies: [ExpectedCopy]
    /// Those of them that are in no place any more.
    private var gone: [ExpectedCopy] = []
    /// Not yet explained.
    private var sightings: [InventorySighting]
    /// Those of them of which it is unknown where they were made, as long as the others are explained.
    private var placeless: [InventorySighting] = []
    private var doubtful: [InventorySighting]
    /// For each copy that somebody saw, the photos that were taken before.
    private var former: [Set<PhotoPage>] = []
    private let isKnown: Bool

    init(_ copies: [ExpectedCopy], _ sightings: [InventorySighting]) {
        // The most exact places first, so that they are not taken by copies that may be anywhere around.
        self.copies = copies.enumerated().sorted { one, two in
            let (depth, other) = (one.element.place?.utf8.count ?? 0, two.element.place?.utf8.count ?? 0)
            return (other, one.offset) < (depth, two.offset)
        }.map(\.element)
        self.sightings = sightings.filter(\.isSure)
        doubtful = sightings.filter { !$0.isSure }
        former = sightings.indices.filter { sightings[$0].isByHand }
            .map { Set(sightings[..<$0].map(\.photo)) }
        isKnown = copies.contains { !$0.isGone }
    }

    /// Copies whose labels are seen, which need not be told from other copies of the book: each is where it was seen last.
    mutating func matchLabels() {
        for copy in copies {
            let seen = sightings.filter { $0.copy != nil && $0.copy == copy.id }
            // Of those of one time, the last one.
            let last = seen.reversed().max { ($0.recorded ?? .distantPast) < ($1.recorded ?? .distantPast) }
            guard let last else { continue }
            sightings.removeAll { $0.copy == copy.id }
            let isAway =
                last.place.flatMap { place in copy.place.map { !place.isPlace(around: $0) } } ?? false
            find(
                copy.isGone || !copy.wasThere(in: last) ? .unexpected : isAway ? .misplaced : .present, copy,
                last
            )
        }
        gone = copies.filter(\.isGone)
        copies.removeAll(where: \.isGone)
    }

    /// Copies that are seen where they should be.
    mutating func matchPlaces() {
        placeless = sightings.filter { $0.place == nil }
        sightings.removeAll { $0.place == nil }
        matchPlaces { $0.isInScope && $0.borrower == nil }
        matchPlaces { !$0.isInScope && $0.borrower == nil && $0.place != nil }
        // Those that were lent after their photo.
        matchPlaces { $0.isInScope && $0.borrower != nil }
        // Further photos of these places show the same copies.
        let seen = findings.compactMap(\.sighting)
        sightings.removeAll { sighting in seen.contains { sighting.mayBe($0) } }
    }

    /// A photo that was taken somewhere in a wider place shows what belongs in it, unless another copy belongs just there.
    private mutating func matchPlaces(of isMeant: (ExpectedCopy) -> Bool) {
        matchPlaces(of: isMeant) { seen, place in seen.isPlace(in: place) }
        matchPlaces(of: isMeant) { seen, place in place.isPlace(in: seen) }
        for copy in copies where isMeant(copy) && copy.place == nil {
            guard let index = sightings.firstIndex(where: copy.wasThere(in:)) else { continue }
            find(.present, copy, sightings.remove(at: index))
        }
    }

    private mutating func matchPlaces(
        of isMeant: (ExpectedCopy) -> Bool, where isThere: (_ seen: String, _ place: String) -> Bool
    ) {
        for copy in copies where isMeant(copy) {
            guard let place = copy.place else { continue }
            let there = sightings.indices.filter {
                copy.wasThere(in: sightings[$0]) && sightings[$0].place.map { isThere($0, place) } ?? false
            }
            guard let index = there.max(by: { sightings[$0].depth < sightings[$1].depth }) else { continue }
            find(.present, copy, sightings.remove(at: index))
        }
    }

    private mutating func find(
        _ status: InventoryFinding.Status, _ copy: ExpectedCopy, _ sighting: InventorySighting?
    ) {
        findings.append(InventoryFinding(status, copy: copy, sighting: sighting))
        if let index = copies.firstIndex(of: copy) { copies.remove(at: index) }
    }

    /// Photos of copies that were put back since.
    mutating func matchFormer() {
        guard copies.isEmpty else { return }
        for photos in former {
            guard let sighting = sightings.first(where: { photos.contains($0.photo) }) else { continue }
            sightings.removeAll { $0.mayBe(sighting) && photos.contains($0.photo) }
        }
    }

    /// One copy for each place in which the book should not be, or as many as a photo shows there.
    mutating func matchElsewhere() {
        while let sighting = sightings.max(by: { $0.depth < $1.depth }) {
            sightings.removeAll { $0.mayBe(sighting) }
            let away = copies.filter { $0.borrower == nil }
            if let copy = away.first(where: \.isInScope) ?? away.first {
                find(.misplaced, copy, sighting)
            } else if let copy = copies.first {
                find(copy.wasThere(in: sighting) ? .misplaced : .unexpected, copy, sighting)
            } else if !isKnown, let copy = gone.popLast() {
                find(.unexpected, copy, sighting)
            } else {
                findings.append(InventoryFinding(isKnown ? .tooMany : .unexpected, sighting: sighting))
            }
        }
    }

    /// Photos that don't say where they were taken are of copies that were seen nowhere else, where these should be.
    mutating func matchPlaceless() {
        matchPlaceless { $0.isInScope && $0.borrower == nil }
        matchPlaceless { !$0.isInScope && $0.borrower == nil }
        matchPlaceless { $0.borrower != nil }
        let seen = findings.compactMap(\.sighting)
        sightings = placeless.filter { sighting in !seen.contains { sighting.mayBe($0) } }
        matchElsewhere()
    }

    private mutating func matchPlaceless(of isMeant: (ExpectedCopy) -> Bool) {
        for copy in copies where isMeant(copy) {
            guard let index = placeless.firstIndex(where: copy.wasThere(in:)) else { continue }
            find(.present, copy, placeless.remove(at: index))
        }
    }

    /// Whether the photo of another copy, in the same place, may show this one instead.
    private func isCovered(_ copy: ExpectedCopy, by other: InventoryFinding) -> Bool {
        guard let place = copy.place, let there = other.copy?.place else {
            return copy.place == other.copy?.place
        }
        return place.isPlace(there)
            || other.sighting?.place.map { place.isPlace(in: $0) } ?? false
    }

    /// Copies that were not seen.
    mutating func explainRest() {
        let present = findings.filter { $0.status == .present }
        for copy in copies where copy.isInScope {
            if copy.borrower != nil {
                find(.lent, copy, nil)
            } else if !doubtful.isEmpty {
                find(.doubtful, copy, doubtful.removeFirst())
            } else if let other = present.first(where: { isCovered(copy, by: $0) }) {
                find(.tooFew, copy, other.sighting)
            } else {
                find(.missing, copy, nil)
            }
        }
    }
}

extension String {
    fileprivate func isPlace(_ other: String) -> Bool { isPlace(in: other) && other.isPlace(in: self) }
}

extension InventorySighting {
    /// Whether it may be the same copy as another one: in the same place, in a wider one around it, or who knows where, but
    /// not beside it in one photo.
    fileprivate func mayBe(_ other: InventorySighting) -> Bool {
        if photo == other.photo, sha256 == other.sha256 { return self == other }
        guard let place else { return true }
        return other.place?.isPlace(in: place) ?? false
    }

    fileprivate var depth: Int { place.map { $0.count { $0 == "/" } } ?? -1 }
}
