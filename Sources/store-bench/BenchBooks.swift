// Made-up books, as many as are asked for.
import Books
import Foundation

/// A number of different books, the same every time.
struct BenchBooks {
    var count: Int

    private static let words = [
        "river", "house", "night", "letters", "garden", "winter", "stone", "light", "sea", "road", "voices",
        "bread",
        "history", "silence", "mountain", "clock", "paper", "island", "glass", "memory",
    ]

    /// 978-0-00-000000-2 and on, with numbers spread over the range.
    func isbn(_ place: Int) -> ISBN {
        let body = 978_000_000_000 + UInt64(place) * 997 % 1_000_000_000
        return (0...9).lazy.compactMap { ISBN(value: body * 10 + $0) }.first!
    }

    func write(to file: URL) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var text = "isbn13,title,authors,publisher,year,pages,language,shelves\n"
        for place in 0..<count {
            let word = Self.words[place % 20]
            let other = Self.words[place / 20 % 20]
            text += """
                \(isbn(place).isbn13),"The \(word) and the \(other), volume \(place)",\
                "Ann Author\(place % 4999), Ben Writer\(place % 977)",Press \(place % 499),\(1950 + place % 75),\
                \(100 + place % 700),eng,\(place % 10 == 0 ? "owned" : "")\n
                """
            if text.utf8.count > 1 << 20 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
}
