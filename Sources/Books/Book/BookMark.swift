// What a book is to whoever scans it, in a word or two.

/// Tells a book on a shelf: new, or known in some way.
package enum BookMark: String, Codable, Sendable, CaseIterable {
    /// Neither owned nor wanted, in no edition that is known.
    case new
    /// On the list of what is owned.
    case yours
    case wanted
    /// Another edition of it, or one of the same title and maker, is owned or wanted.
    case anotherEdition = "another-edition"
    /// The same book came earlier in this run.
    case twice

    /// - Parameters:
    ///   - card: what the store has of it; `nil` when nothing.
    ///   - isAgain: whether it came earlier in this run.
    package init(_ card: BookCard?, isAgain: Bool) {
        let others = (card?.otherEditions ?? []) + (card?.namesakes ?? [])
        self.init(lists: card?.lists ?? [], others: others.flatMap(\.lists), isAgain: isAgain)
    }

    /// - Parameters:
    ///   - lists: on which it is.
    ///   - others: on which other editions and namesakes are.
    package init(lists: [String], others: [String], isAgain: Bool) {
        self =
            if isAgain {
                .twice
            } else if lists.contains(ListName.owned) {
                .yours
            } else if lists.contains(ListName.wanted) {
                .wanted
            } else if others.contains(where: [ListName.owned, ListName.wanted].contains) {
                .anotherEdition
            } else {
                .new
            }
    }
}
