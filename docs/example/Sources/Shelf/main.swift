// Shelf PHOTO STORE: checks a text, reads a photo, and says which of its books a catalogue has.
import Books
import Catalogue
import Foundation
import HTTP
import Lookup
import Providers
import Reading

// A number in a text.
let isbn = try ISBN("0-306-40615-2")
print(isbn.isbn13, isbn.hyphenated, isbn.registration?.groupName ?? "not registered")
for match in ISBN.find(in: "ISBN 978-0-306-40615-7 (pbk.)").matches {
    print(match.isbn, match.qualifier ?? "")
}

// A photo: a file, its bytes, or rows of grey pixels.
let scanner = try AsyncPhotoScanner()
let pages = try await scanner.scan(file: PhotoPath(CommandLine.arguments[1]))
for page in pages {
    print(page.status, page.isbns.map(\.isbn.hyphenated))
}

// A catalogue, and the sources that are asked about what it lacks.
let store = try Store(path: CommandLine.arguments[2])
let sources = try SourceSet(HTTPOptions(program: "Shelf/1.0"))
let lookup = BookLookup(store: store, sources: sources, person: "maria", isOffline: true)
for answer in try await lookup.lookUp(pages.flatMap { $0.isbns.map(\.isbn) }).values {
    print(answer.isbn.hyphenated, answer.status, answer.book?.title ?? "")
}
