// A book's number stands at its beginning or its end; a document may have thousands of pages between them.

/// Which pages of a document are looked at, and in what order, from 1.
struct PageOrder {
    /// The first ones, then the last, beginning with the very last.
    let near: [Int]
    /// Those between, looked at where the near ones say nothing.
    let others: [Int]

    init(count: Int, first: Int, last: Int, most: Int) {
        let front = Array(1...max(1, min(count, first)))
        near = front + stride(from: count, to: max(front.count, count - last), by: -1)
        let rest = front.count + 1..<max(front.count + 1, count - last + 1)
        others = Array(rest.prefix(max(0, most - near.count)))
    }

    /// Characters cost little.
    static func text(of count: Int) -> PageOrder { PageOrder(count: count, first: 16, last: 8, most: 200) }

    /// Pictures are read as photos are.
    static func pictures(of count: Int) -> PageOrder {
        PageOrder(count: count, first: 10, last: 6, most: mostPictures)
    }

    static let mostPictures = 32
}
