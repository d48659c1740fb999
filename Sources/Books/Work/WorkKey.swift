// Decides by title and contributors whether two books may be editions of one work.

/// Titles and contributors of a book in comparable form. Tells that two books are likely the same work, never that
/// they are not.
package struct WorkKey: Hashable, Sendable {
    package let titles: [TitleKey]
    package let makers: [MakerKey]

    /// Must change whenever the same book gets other hashes; a store that keeps hashes then recomputes them in a step
    /// of its schema.
    package static let version = 4

    /// Of its authors, otherwise its editors, otherwise all contributors.
    package init(_ book: Book) {
        titles =
            [TitleKey(book.title ?? "", subtitle: book.subtitle), TitleKey(book.originalScriptTitle ?? "")]
            .filter { !$0.main.isEmpty }
        let byRole = [Contributor.Role.author, .editor].map { role in
            book.contributors.filter { $0.role == role }
        }
        let named = byRole.first { !$0.isEmpty } ?? book.contributors
        makers =
            (named.prefix(Self.mostMakers).map(\.name) + book.originalScriptNames.prefix(Self.mostMakers))
            .compactMap(MakerKey.init)
    }

    /// Later contributors have smaller parts.
    private static let mostMakers = 4

    package func isAlike(_ other: WorkKey) -> Bool {
        titles.contains { title in other.titles.contains { title.isAlike($0) } }
            && makers.contains { maker in other.makers.contains { maker.isAlike($0) } }
    }

    /// Books that match share at least one of these hashes, one of which covers a whole title.
    package var hashes: [(value: Int64, isWhole: Bool)] {
        titles.flatMap { title in
            Set(makers.map(\.surname)).sorted().flatMap { surname in
                let whole = (value: Self.hash(title.whole, surname), isWhole: true)
                return title.main == title.whole ? [whole] : [whole, (Self.hash(title.main, surname), false)]
            }
        }
    }

    /// FNV-1a: the same on every machine and in every run.
    private static func hash(_ title: String, _ surname: String) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in [Array(title.utf8), [0x1F], Array(surname.utf8)].joined() {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return Int64(bitPattern: hash)
    }
}
