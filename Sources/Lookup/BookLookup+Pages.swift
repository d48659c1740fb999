// Finds books of photos without an ISBN: by another number, or by the largest lines of a title page or cover.
import Books
import Catalogue

/// What may be known of a photo without an ISBN.
public struct PhotoEditions: Sendable {
    /// The Library of Congress Control Number that it shows; `nil` if it shows none.
    public var number: OtherNumber?
    /// What is known of that number.
    public var numbered = NumberAnswer()
    /// The likeliest by title; not searched if the number has an edition with an ISBN.
    public var titled: [TitleMatch] = []
}

extension LookupService {
    /// By the Library of Congress Control Number of a photo or, if that leads to no ISBN, by its title.
    ///
    /// - Parameter known: answers to numbers that were asked about before.
    public func editions(
        of record: PhotoRecord, known: [OtherNumber: NumberAnswer] = [:]
    ) async throws(CatalogueError) -> PhotoEditions {
        var editions = PhotoEditions()
        editions.number = record.lccn
        if let number = editions.number {
            if let answer = known[number] {
                editions.numbered = answer
            } else {
                editions.numbered = try await self.editions(lccn: number.value)
            }
        }
        if !editions.numbered.editions.contains(where: { $0.isbn != nil }) {
            editions.titled = self.editions(titleLines: record.titleLines)
        }
        return editions
    }
}

extension BookLookup {
    /// The likeliest editions in the store and the references, the best first; at most three, with an ISBN each. No source is
    /// asked.
    ///
    /// - Parameter titleLines: see `PhotoRecord.titleLines`.
    public func editions(titleLines: [TitleLine]) -> [TitleMatch] {
        titleLines.isEmpty ? [] : TitleSearch(titleLines).matches(in: [store] + references)
    }
}
