// `bookzone copy add`: a copy of a book, those of a scan, or those of a table.
import ArgumentParser
import Books
import Catalogue
import Formats
import Formatting
import Foundation
import Output

struct CopyAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a copy of a book, or the copies of a scan or a table.",
        discussion: """
            The book is put on the copy's list; an owned book leaves the list `wanted`.

            With -, every ISBN of a line of standard input makes a copy, as `scan` prints them. Of a scan's JSON Lines, each book \
            that is found, or was chosen in `review`, makes one; photos with an uncertain ISBN or none, and books that an earlier photo shows, are named and skipped.

            The table is CSV with the columns that `copy show --format csv` writes, of which isbn13 or book is needed. A row \
            with the label of a copy, or with the number of a copy of the same book, changes that copy; empty cells change nothing. A row \
            with the number of a book (id:…) is refused if that book has an ISBN or another title here. Loans and reservations are \
            not taken over.

            EXAMPLES
              bookzone copy add 0439023483 --place "hall/case 2" --condition good --price "12.50 EUR"
              bookzone scan shelf | bookzone copy add - --place "hall/case 2"
              bookzone copy add --table copies.csv

            \(Exit.help([.success: "all were added", .incomplete: "some photos or books were skipped", .badInput: "some were not added"]))
            """)

    @Argument(
        help:
            "An ISBN, or id:… for a book without one; or - to read ISBNs or a scan's results from standard input."
    )
    var book: String?
    @Option(
        help: ArgumentHelp("Add the copies of this table; - is standard input.", valueName: "file"),
        completion: .file())
    var table: String?
    @OptionGroup var fields: CopyFields
    @OptionGroup var catalogue: CopyOptions

    func validate() throws {
        guard (book == nil) != (table == nil) else { throw ValidationError("give a book, or --table") }
        if table != nil, !fields.edit.texts.isEmpty {
            throw ValidationError("--table takes the fields from its columns; leave out the other options")
        }
        if book == "-", fields.label != nil {
            throw ValidationError("--label names one copy, not those of -")
        }
    }

    func run() throws {
        if let table { return try add(CopyTable(ImportFile(table)), of: table) }
        if book == "-" { return try addListed() }
        let reference = try BookArgument.parse([book ?? ""]).reference()
        let (store, currentUser) = try catalogue.open(isNew: true)
        let newList = try fields.newList(in: store)
        let wanted = try store.wantedCount
        let copy = try store.recordingChange(.addCopy, fields.label?.tidied, by: currentUser)
            .add(fields.edit, of: reference)
        try store.nameByReferences([reference])
        try SavedChange.print("\(copy.id.map { "\($0)" } ?? "")\n")
        try store.noteNoLongerWanted(of: wanted)
        if let newList { Console.note(newList.note) }
    }

    private func addListed() throws {
        var listed = ListedBooks()
        for line in try TextFile.lines("-") { listed.take(line) }
        guard !listed.books.isEmpty else {
            Console.note("standard input has no books, so no copy was added")
            return try listed.end.end()
        }
        let (store, currentUser) = try catalogue.open(isNew: true)
        try listed.leaveOut { try store.storedBook($0) == nil }
        let newList = try fields.newList(in: store)
        let wanted = try store.wantedCount
        let end = try store.change(listed.books, .addCopy, nil, by: currentUser, end: listed.end) {
            try $0.add(fields.edit, of: $1)
        }
        try store.nameByReferences(listed.books.filter { try store.book($0) != nil })
        try store.noteNoLongerWanted(of: wanted)
        // Books that are all unknown make no list.
        if let newList, try store.hasList(newList.name) { Console.note(newList.note) }
        try end.end()
    }

    /// The books of standard input: one on each line, or a record of a scan.
    private struct ListedBooks {
        private(set) var books: [BookSpecifier] = []
        private(set) var end = Exit.success
        /// Books without an ISBN that were chosen for photos, and a photo of each.
        private var chosen: [BookSpecifier: (book: ChosenBook, photo: String)] = [:]
        private var tally = ScanTally()

        mutating func take(_ line: String) {
            guard line.hasPrefix("{") else {
                if let name = Console.name(inLine: line),
                    let book = BookArguments.reference(name, &end)
                {
                    books.append(book)
                }
                return
            }
            guard let record = try? JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8)) else {
                Console.note("\(line.excerpt): not a record of a scan")
                end.raise(to: .badInput)
                return
            }
            let seen = tally.count(record)
            let own = record.ownISBNs.map(\.isbn)
            if record.status == .found, record.repeats == nil {
                // A book alone in a photo is a new one, such as another run's, unless the record names an earlier photo.
                let again = own.count > 1 ? own.filter(seen.contains) : []
                books += own.filter { !again.contains($0) }.map { .isbn($0) }
                for isbn in again {
                    Console.note("\(record.pageName): \(isbn.hyphenated) is in an earlier photo; skipped")
                }
            } else if let book = record.chosenBook {
                books.append(.id(book.id))
                chosen[.id(book.id)] = (book, record.pageName)
            } else {
                Console.note("\(record.pageName): \(record.reason); skipped")
                if record.status != .found { end.raise(to: .incomplete) }
            }
        }

        /// Leaves out the chosen books that the store does not have: their number may be that of another book here.
        mutating func leaveOut(_ isUnknown: (ChosenBook) throws -> Bool) throws {
            for (name, (book, photo)) in chosen where try isUnknown(book) {
                Console.note("\(photo): \(name) is not this book here; skipped".printable)
                end.raise(to: .incomplete)
                books.removeAll { $0 == name }
            }
        }
    }

    private func add(_ rows: CopyTable, of file: String) throws {
        let (store, currentUser) = try catalogue.open(isNew: true)
        var refused = rows.refused
        let lists = rows.rows.compactMap { $0.copy.edit.texts[.list] }
        let newLists = try Dictionary(lists.map { (ListName($0)?.key, $0) }) { first, _ in first }
            .values.sorted().compactMap { try NewList($0, in: store) }
        let wanted = try store.wantedCount
        let counts = try store.recordingChange(.importTable, file == "-" ? nil : file, by: currentUser).take(
            rows.rows.map(\.copy)
        ) { place, error in refused.append((rows.rows[place].line, error.message)) }
        for (line, words) in refused.sorted(by: { $0.line < $1.line }) {
            Console.note("line \(line): \(words)".printable)
        }
        if counts.withoutLoan > 0 {
            let copies = counts.withoutLoan == 1 ? "1 copy" : "\(counts.withoutLoan) copies"
            Console.note(
                "\(copies): the loan or reservation in the table was not taken over; use `bookzone lend` or `bookzone reserve`"
            )
        }
        try store.noteNoLongerWanted(of: wanted)
        // A row that is refused makes no list.
        for list in newLists where try store.hasList(list.name) { Console.note(list.note) }
        try SavedChange.print(
            "\(counts.added) added, \(counts.changed) changed, \(counts.unchanged) known, \(refused.count) refused\n"
        )
        if !refused.isEmpty { throw Exit.badInput }
    }
}

extension Store {
    fileprivate var wantedCount: Int {
        get throws(CatalogueError) { try lists().first { $0.name == ListName.wanted }?.count ?? 0 }
    }

    /// - Parameter before: how many books were wanted.
    fileprivate func noteNoLongerWanted(of before: Int) throws(CatalogueError) {
        let left = before - (try wantedCount)
        if left > 0 { Console.note("\(left.counted("book")) no longer wanted") }
    }
}
