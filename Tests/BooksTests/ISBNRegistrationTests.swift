// Registered ranges: the positions of hyphens, and the owners of numbers.
import Foundation
import TestSupport
import Testing

@testable import Books

struct ISBNRegistrationTests {
    @Test(arguments: [
        ("9780306406157", "978-0-306-40615-7", "English language"),
        ("9780000000002", "978-0-00-000000-2", "English language"),
        ("9781919655000", "978-1-919655-00-0", "English language"),
        ("9782070360246", "978-2-07-036024-6", "French language"),
        ("9783161484100", "978-3-16-148410-0", "German language"),
        ("9784873113685", "978-4-87311-368-5", "Japan"),
        ("9787302012344", "978-7-302-01234-4", "China, People's Republic"),
        ("9788804492207", "978-88-04-49220-7", "Italy"),
        ("9789510184356", "978-951-0-18435-6", "Finland"),
        ("9789992158104", "978-99921-58-10-4", "Qatar"),
        ("9791090636071", "979-10-90636-07-1", "France"),
        ("9798886451740", "979-8-88645-174-0", "United States"),
    ])
    func `hyphenates by the ranges`(_ isbn13: String, _ hyphenated: String, _ group: String) throws {
        let isbn = try ISBN(isbn13)
        #expect(isbn.hyphenated == hyphenated)
        #expect(isbn.isRegistered)
        let registration = try #require(isbn.registration)
        #expect(registration.groupName == group)
        #expect(isbn.registrationGroupName == group)
        let parts = [
            registration.prefix, registration.group, registration.registrant, registration.publication,
        ]
        #expect(parts == hyphenated.split(separator: "-").dropLast().map(String.init))
        #expect(registration.registrantRange.contains(registration.registrant))
        if let isbn10 = isbn.hyphenated10 { #expect(try ISBN(isbn10) == isbn) }
    }

    private static let unregisteredHasNoPartsTable: [(String, String?)] = [
        ("9786700000007", nil), ("9797301085263", nil), ("9791599999998", nil),
        ("9781060000001", "English language"),
    ]

    @Test(arguments: unregisteredHasNoPartsTable)
    func `unregistered has no parts`(_ isbn13: String, _ group: String?) throws {
        let isbn = try ISBN(isbn13)
        #expect(!isbn.isRegistered)
        #expect(isbn.registration == nil)
        #expect(isbn.registrationGroupName == group)
        #expect(isbn.hyphenated == isbn13)
        #expect(isbn.hyphenated10 == isbn.isbn10)
    }

    @Test func `registrant range is the rule`() throws {
        #expect(try ISBN("0306406152").registration?.registrantRange == "229"..."368")
        #expect(try ISBN("9780000000002").registration?.registrantRange == "00"..."19")
        #expect(try ISBN("9780999999998").registration?.registrantRange == "9500000"..."9999999")
    }

    @Test func `table is sorted without overlaps`() {
        let starts = RegisteredRanges.bounds.map { $0 / 100_000 }
        #expect(starts.first == 0)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
        for bound in RegisteredRanges.bounds {
            #expect(bound / 10_000 % 10 + bound / 1000 % 10 < 9)
            #expect(Int(bound % 1000) < RegisteredRanges.groupNames.count)
        }
    }

    @Test func `every registered number splits into its parts`() throws {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<5_000 {
            let isbn = ISBN.random(using: &random)
            #expect(isbn.hyphenated.filter { $0 != "-" } == isbn.isbn13)
            #expect(isbn.hyphenated10?.filter { $0 != "-" } == isbn.isbn10)
            guard let registration = isbn.registration else { continue }
            let parts = [registration.prefix, registration.group, registration.registrant]
            let joined = parts.joined() + registration.publication
            #expect(joined + isbn.isbn13.suffix(1) == isbn.isbn13)
            #expect(registration.registrantRange.contains(registration.registrant))
        }
    }
}
