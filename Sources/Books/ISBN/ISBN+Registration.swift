// Looks up a number in the agency's table of ranges, which gives its registrant and its hyphens.

/// The parts of an ISBN in a registered range, as separated by its hyphens.
public struct Registration: Hashable, Sendable {
    /// 978 or 979.
    public let prefix: String
    /// The registration group, a country, language area or other body that assigns ISBNs: one to five digits (`0`,
    /// `85`, `99921`).
    public let group: String
    /// As the International ISBN Agency calls the group: `English language`.
    public let groupName: String
    /// Identifies the publisher: one to seven digits.
    public let registrant: String
    /// Identifies the edition among the publisher's: one to six digits.
    public let publication: String
    /// The range that the agency registers this registrant in.
    public let registrantRange: ClosedRange<String>
}

extension ISBN {
    /// The entry of the table for the range that contains the number.
    private struct Place {
        var groupLength: Int
        var registrantLength: Int
        var groupName: String
        var keys: ClosedRange<UInt64>
    }

    /// 0 for 978 or 1 for 979, then the body: the numbering of `RegisteredRanges`.
    private var tableKey: UInt64 { value / 10 - 978_000_000_000 }

    private var place: Place {
        let bounds = RegisteredRanges.bounds
        var low = 0
        var high = bounds.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if bounds[middle] / 100_000 <= tableKey { low = middle } else { high = middle }
        }
        let found = bounds[low]
        let end = high < bounds.count ? bounds[high] / 100_000 : 2_000_000_000
        return Place(
            groupLength: Int(found / 10_000 % 10), registrantLength: Int(found / 1000 % 10),
            groupName: RegisteredRanges.groupNames[Int(found % 1000)],
            keys: found / 100_000...end - 1)
    }

    /// `English language`; `nil` if no group is registered there. The group need not have assigned the number's range
    /// to a registrant.
    public var registrationGroupName: String? { place.groupLength > 0 ? place.groupName : nil }

    /// `nil` outside the ranges that the agency has assigned to a group, and the group to its registrants.
    public var registration: Registration? {
        let place = place
        guard place.registrantLength > 0 else { return nil }
        func registrant(_ key: UInt64) -> String {
            String(ISBN.padded(key, to: 10).dropFirst(1 + place.groupLength).prefix(place.registrantLength))
        }
        let digits = ISBN.padded(body, to: 9)
        return Registration(
            prefix: String(isbn13.prefix(3)), group: String(digits.prefix(place.groupLength)),
            groupName: place.groupName, registrant: registrant(tableKey),
            publication: String(digits.dropFirst(place.groupLength + place.registrantLength)),
            registrantRange: registrant(place.keys.lowerBound)...registrant(place.keys.upperBound))
    }

    /// The digits up to those of the registrant, which its numbers have in common; `nil` outside the registered ranges.
    package var registrantPrefix: Substring? {
        partLengths.map { isbn13.prefix(3 + $0.group + $0.registrant) }
    }

    /// How many digits the group and the registrant have; `nil` outside the registered ranges.
    var partLengths: (group: Int, registrant: Int)? {
        let place = place
        return place.registrantLength > 0 ? (place.groupLength, place.registrantLength) : nil
    }

    /// Whether the number is in a range of the agency's table.
    public var isRegistered: Bool { place.registrantLength > 0 }

    /// `978-0-306-40615-7`; thirteen digits without hyphens outside the registered ranges.
    public var hyphenated: String {
        guard isRegistered else { return isbn13 }
        return isbn13.prefix(3) + "-" + hyphenatedBody + "-" + isbn13.suffix(1)
    }

    /// `0-306-40615-2`; ten characters without hyphens outside the registered ranges; `nil` for 979.
    public var hyphenated10: String? {
        guard let isbn10, isRegistered else { return isbn10 }
        return hyphenatedBody + "-" + isbn10.suffix(1)
    }

    /// Group, registrant and publication.
    private var hyphenatedBody: String {
        let place = place
        let digits = ISBN.padded(body, to: 9)
        let group = digits.prefix(place.groupLength)
        let rest = digits.dropFirst(place.groupLength)
        return group + "-" + rest.prefix(place.registrantLength) + "-"
            + rest.dropFirst(place.registrantLength)
    }
}
