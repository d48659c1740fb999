// The words of titles and makers by which books are found. They come last: only then is every name known.
import Books

extension ReferenceWriter {
    /// Bytes of memory in which words are gathered before they are written.
    private static let gathered = 8 << 20

    /// - Parameter progress: is told how many books are done, now and then; what it throws ends this.
    func indexWords(_ progress: (Int) throws(ReferenceError) -> Void) throws(ReferenceError) {
        // What was gathered is put together once, in the end.
        try connection.execute(
            """
            INSERT INTO words (words, rank) VALUES ('hashsize', \(Self.gathered)), ('automerge', 0), ('crisismerge', 1000)
            """)
        let makerNames = try MakerNames(connection)
        let book = try connection.prepare(
            """
            SELECT isbn, title, subtitle, makers, authors, work, original_script_title, original_script_names FROM book
            """)
        let words = try connection.prepare("INSERT INTO words (rowid, title, makers) VALUES (?, ?, ?)")
        var done = 0
        while try book.step() {
            let title = [book.text(1), book.text(2), book.text(6)].compactMap(\.self).joined(separator: " ")
            let makers = try makerNames.contributors(
                makers: book.text(3), authors: book.text(4), work: book.number(5))
            let names = makers.map(\.name) + [book.text(7)].compactMap(\.self)
            words.bind(1, Int64(book.number(0) ?? 0))
            words.bind(2, SearchText.folded(title.withoutEntities))
            words.bind(3, SearchText.folded(names.joined(separator: "\n")))
            try words.run()
            done += 1
            if done.isMultiple(of: 4096) { try progress(done) }
        }
        try connection.execute("INSERT INTO words (words) VALUES ('optimize')")
    }
}
