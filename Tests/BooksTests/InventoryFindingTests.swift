// A book's copies against the photos of an inventory.
import Books
import Foundation
import TestSupport
import Testing

struct InventoryFindingTests {
    private typealias Status = InventoryFinding.Status

    /// `hall/1` where it should be; `>hall/1` if it belongs elsewhere; `@hall/1` if it is lent; `-` for no place.
    private static func copy(_ words: String, _ number: Int) -> ExpectedCopy {
        let place = words.filter { !">@".contains($0) }
        return ExpectedCopy(
            id: CopyID(Int64(number + 1)), place: place == "-" ? nil : place,
            isInScope: !words.contains(">"), borrower: words.contains("@") ? "tom" : nil)
    }

    /// `hall/1`; `?hall/1` if it is not sure; `hall/1#2` if it shows the label of the second copy; `-!2` if
    /// somebody saw that; `+hall/1` if it is in the photo of the one before.
    private static func sighting(_ words: String, _ number: Int) -> InventorySighting {
        let parts = words.split { "#!".contains($0) }
        let place = parts[0].filter { !"?+".contains($0) }
        let photo = words.contains("+") ? number - 1 : number
        return InventorySighting(
            photo: PhotoPage(photo: "\(photo).jpg", page: 1), place: place == "-" ? nil : place,
            box: [PhotoPoint(x: number, y: 0)],
            isSure: !words.contains("?"), copy: parts.count > 1 ? Int64(parts[1]).map { CopyID($0) } : nil,
            isByHand: words.contains("!"))
    }

    @Test func `what was done before it was seen changes nothing`() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func later(_ status: Status, moved: Date? = nil, returned: Date? = nil, seen: Date? = now) -> String {
            let photo = InventorySighting(
                photo: PhotoPage(photo: "1.jpg", page: 1), place: "b", recorded: seen)
            let copy = ExpectedCopy(
                id: CopyID(1), place: "a", counted: seen, moved: moved, returned: returned)
            let finding = InventoryFinding(
                status, copy: copy, sighting: status == .missing ? nil : photo)
            let isChanged = finding.edit(losing: true) != nil
            return "\(finding.laterChange?.rawValue ?? "-") \(isChanged) \(finding.isOutdated(losing: true))"
        }
        for status in [Status.misplaced, .missing] {
            #expect(later(status) == "- true false" && later(status, moved: now) == "- true false")
            #expect(later(status, moved: now + 1) == "moved false true")
            #expect(later(status, moved: now - 1, returned: now + 1) == "returned false true")
            #expect(later(status, moved: now + 1, seen: nil) == "- true false")
        }
        #expect(later(.present, moved: now + 1) == "- false false")
    }

    @Test func `a labelled copy is where it was seen last`() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let copy = ExpectedCopy(id: CopyID(1), place: "a", moved: now + 5)
        func found(_ recorded: [(String, Date)]) -> InventoryFinding? {
            let seen = recorded.map { place, date in
                InventorySighting(
                    photo: PhotoPage(photo: "\(place).jpg", page: 1), place: place, copy: CopyID(1),
                    recorded: date)
            }
            return InventoryFinding.findings(of: [copy], in: seen).first
        }
        #expect(found([("a", now + 1), ("b", now)])?.status == .present)
        #expect(found([("b", now), ("c", now + 9)])?.edit(losing: false) == CopyEdit([.place: "c"]))
        #expect(found([("c", now + 9), ("b", now)])?.laterChange == nil)
        #expect(found([("c", now + 1), ("b", now)])?.laterChange == .moved)
    }

    private static func statuses(_ copies: [String], _ photos: [String]) -> [String] {
        InventoryFinding.findings(
            of: copies.enumerated().map { copy($1, $0) }, in: photos.enumerated().map { sighting($1, $0) }
        ).map { finding in
            let copy = finding.copy?.id.map { "\($0.value)" } ?? "-"
            return "\(copy) \(finding.status.rawValue) \(finding.sighting?.photo.photo.prefix(1) ?? "-")"
        }.sorted()
    }

    /// Copies, photos, and the statuses.
    private static let cases: [([String], [String], [String])] = [
        (["a/1"], ["a/1"], ["1 present 0"]),
        // In the place, and in a place in it, but not in one whose name begins so.
        (["a"], ["a/1"], ["1 present 0"]), (["a/1"], ["a/12"], ["1 misplaced 0"]),
        // A photo of the wider place, which does not say more; and in other letters.
        (["a/1"], ["a"], ["1 present 0"]), (["a/1"], ["a#1"], ["1 present 0"]),
        (["a/1"], ["A"], ["1 present 0"]),
        (["A/1"], ["a/1"], ["1 present 0"]), (["a/1"], ["A/1#1"], ["1 present 0"]),
        (["a/1"], ["a", "a/1"], ["1 present 1"]), (["a"], ["a", "a/1"], ["1 present 1"]),
        (["b"], ["a", "a/1"], ["1 misplaced 1"]),
        (["a/1", "a"], ["a"], ["1 too_few 0", "2 present 0"]),
        (["a/1", "a/2"], ["a"], ["1 present 0", "2 too_few 0"]),
        (["a/1", "A/1"], ["a/1"], ["1 present 0", "2 too_few 0"]), (["b"], ["a", "A"], ["1 misplaced 0"]),
        // Without a place, of the copy or of the photo.
        (["-"], ["b"], ["1 present 0"]), (["a"], ["-"], ["1 present 0"]),
        // A photo of which nobody said where it was taken is of what was seen nowhere else, in the place of that.
        (["a"], ["a", "-"], ["1 present 0"]), (["a"], ["-", "a"], ["1 present 1"]),
        (["a"], ["b", "-"], ["1 misplaced 0"]), (["a", "c"], ["b", "-"], ["1 misplaced 0", "2 present 1"]),
        ([">a"], ["-"], ["1 present 0"]), ([">-"], ["-"], ["1 present 0"]),
        (["a", "b"], ["-", "-"], ["1 present 0", "2 present 1"]),
        (["a", "b"], ["-"], ["1 present 0", "2 missing -"]),
        (["a"], ["-", "+-"], ["- too_many 0", "1 present 0"]), (["a"], ["a#1", "-"], ["1 present 0"]),
        (["@a"], ["-"], ["1 unexpected 0"]), ([], ["a", "-"], ["- unexpected 0"]),
        (["a"], [], ["1 missing -"]), (["@a"], [], ["1 lent -"]), (["@a"], ["a"], ["1 unexpected 0"]),
        ([], ["a"], ["- unexpected 0"]),
        // Two photos of one place are of one copy, unless two are expected there.
        (["a"], ["a", "a"], ["1 present 0"]), (["a", "a"], ["a", "a"], ["1 present 0", "2 present 1"]),
        (["a", "a"], ["a"], ["1 present 0", "2 too_few 0"]),
        (["a", "b"], ["a", "a"], ["1 present 0", "2 missing -"]),
        (["a"], ["a", "b"], ["- too_many 1", "1 present 0"]),
        (["a", "b"], ["a", "c"], ["1 present 0", "2 misplaced 1"]),
        // Two in one photo are two copies; another photo there may show the same ones.
        (["a", "a"], ["a", "+a"], ["1 present 0", "2 present 0"]),
        (["a"], ["a", "+a"], ["- too_many 0", "1 present 0"]),
        (["a"], ["a", "+a", "a"], ["- too_many 0", "1 present 0"]),
        (["b", "b"], ["a", "+a", "a"], ["1 misplaced 0", "2 misplaced 0"]),
        (["a", "b"], ["a", "+a"], ["1 present 0", "2 misplaced 0"]),
        ([], ["a", "+a"], ["- unexpected 0", "- unexpected 0"]),
        (["a", "a"], ["a#2", "+a"], ["1 present 0", "2 present 0"]),
        // The most exact place takes its photo first.
        (["a", "a/1"], ["a/1", "a/2"], ["1 present 1", "2 present 0"]),
        // A copy that belongs elsewhere.
        ([">b"], ["a"], ["1 misplaced 0"]), ([">b"], ["b"], ["1 present 0"]), ([">b"], [], []),
        ([">@b"], ["a"], ["1 unexpected 0"]), ([">-"], ["a"], ["1 misplaced 0"]),
        (["a", ">b"], ["a", "c"], ["1 present 0", "2 misplaced 1"]),
        // Somebody saw it later than the photo of another place was taken, and put it back, or before; or saw one of two.
        (["a"], ["b", "-!1"], ["1 present 1"]), (["a"], ["-!1", "b"], ["- too_many 1", "1 present 0"]),
        (["a"], ["b", "c", "-!1"], ["- too_many 1", "1 present 2"]),
        (["a", "a"], ["b", "-!1"], ["1 present 1", "2 misplaced 0"]),
        (["a", "a"], ["b", "-!1", "-!2"], ["1 present 1", "2 present 2"]),
        (["a"], ["b#1", "-!1"], ["1 present 1"]),
        // A label tells copies apart, also those that belong elsewhere or are lent.
        (["a", "a"], ["a#2"], ["1 too_few 0", "2 present 0"]),
        (["a", "b"], ["b#1"], ["1 misplaced 0", "2 missing -"]),
        (["a", "a"], ["a#2", "a"], ["1 present 1", "2 present 0"]),
        (["a"], ["b#1", "a#1"], ["1 present 1"]), (["a"], ["a#1", "b#1"], ["1 misplaced 1"]),
        (["a"], ["a#1", "a#1"], ["1 present 1"]), ([">b", "a"], ["a#1"], ["1 misplaced 0", "2 missing -"]),
        (["@a", "a"], ["a#1"], ["1 unexpected 0", "2 missing -"]),
        (["a"], ["?a"], ["1 in_doubt 0"]), (["a"], ["a", "?b"], ["1 present 0"]),
    ]

    @Test(arguments: cases)
    func `each copy and place has its status`(copies: [String], photos: [String], expected: [String]) {
        #expect(Self.statuses(copies, photos) == expected)
    }

    @Test(arguments: 0..<40) func `nothing is lost, told twice or in the wrong place`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        func some(_ words: [String], _ most: Int) -> [String] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in words.randomElement(using: &random)! }
        }
        for _ in 0..<200 {
            let copies = some(["a", "a/1", "b", "-", "@a", "@-", ">b", ">@c", ">-"], 5)
                .enumerated().map { Self.copy($1, $0) }
            let photos = some(["a", "a/1", "a/2", "b", "-", "?a", "?b", "a#1", "b#1", "b#2", "-#3"], 5)
                .enumerated().map { Self.sighting($1, $0) }
            let findings = InventoryFinding.findings(of: copies, in: photos)
            for copy in copies {
                let told = findings.filter { $0.copy == copy }
                #expect(told.count == 1 || !copy.isInScope && told.isEmpty)
                for finding in told { check(finding, of: copy) }
                guard photos.contains(where: { $0.copy == copy.id }) else { continue }
                #expect(told.count == 1 && told[0].sighting?.copy == copy.id)
            }
            for finding in findings where finding.sighting?.copy != nil && finding.status == .present {
                #expect(
                    finding.copy?.id == finding.sighting?.copy
                        || !copies.contains { $0.id == finding.sighting?.copy })
            }
            #expect(
                Set(findings.compactMap(\.sighting?.photo)).count
                    == Set(findings.filter { $0.status != .tooFew }.compactMap(\.sighting?.photo)).count)
            let used = findings.filter { $0.status != .tooFew }.compactMap(\.sighting)
            #expect(Set(used).count == used.count)
            let places = Set(findings.compactMap { $0.sighting?.place ?? "-" })
            // Photos of one label are of one copy.
            for photo in photos where photo.isSure && !copies.contains(where: { $0.id == photo.copy }) {
                #expect(places.contains { photo.place.map($0.isPlace(in:)) ?? true })
            }
        }
    }

    private func check(_ finding: InventoryFinding, of copy: ExpectedCopy) {
        let (place, seen) = (copy.place, finding.sighting?.place)
        let isThere =
            place == nil || seen == nil || seen!.isPlace(in: place!)
            || place!.isPlace(in: seen!)
        switch finding.status {
        case .present: #expect(finding.sighting?.isSure == true && isThere && copy.borrower == nil)
        case .misplaced:
            #expect(finding.sighting?.isSure == true && (!isThere || !copy.isInScope) && copy.borrower == nil)
        case .lent: #expect(copy.borrower != nil && finding.sighting == nil)
        case .missing: #expect(copy.borrower == nil && finding.sighting == nil && copy.isInScope)
        case .tooFew, .doubtful: #expect(copy.borrower == nil && copy.isInScope)
        case .unexpected: #expect(copy.borrower != nil && finding.sighting?.isSure == true)
        case .tooMany, .outOfOrder, .unknownLabel: Issue.record("\(finding.status) of a copy")
        }
    }
}
