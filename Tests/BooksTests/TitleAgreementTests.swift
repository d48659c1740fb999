// Titles that catalogues give for one ISBN: of one book in different words, or of two.
import Testing

@testable import Books

struct TitleAgreementTests {
    @Test(
        arguments: [
            ("The Hobbit", "Hobbit, The"), ("The Hobbit", "The Hobbit, or There and Back Again"),
            ("The Colour of Magic", "The color of magic : a Discworld novel"),
            ("Mediaeval Towns", "Medieval towns"),
            ("The Mark: The Beast Rules the World", "The Mark (Left Behind, #8)"),
            ("Rain Forest", "Rainforests"),
            ("Tom Sawyers Abenteuer", "Die Abenteuer des Tom Sawyer"), ("Mockingbird", "Mockingbrid"),
            ("Das Lavendelzimmer : Roman", "Lavendelzimmer"), ("Die", "Die"), ("Война и мир", "Voyna i mir"),
            ("紅樓夢", "Hong lou meng"), ("The Lantern Atlas", nil), (nil, nil),
        ] as [(String?, String?)])
    func `titles of one book agree`(first: String?, second: String?) {
        let books = [first, second].map { Book(title: $0) }
        #expect(!books[0].isTitledUnlike(books[1]) && !books[1].isTitledUnlike(books[0]))
    }

    @Test(arguments: [
        ("The Lantern Atlas", "Salt Roads"), ("The Girl with the Pearl Earring", "A History of the Tides"),
        ("1984", "Animal Farm"), ("Война и мир", "Преступление и наказание"), ("The Road", "The Cave"),
    ])
    func `titles of two books do not`(first: String, second: String) {
        let books = [first, second].map { Book(title: $0) }
        #expect(books[0].isTitledUnlike(books[1]) && books[1].isTitledUnlike(books[0]))
    }

    @Test func `a subtitle or the original script may agree`() {
        let book = Book(title: "Zelenyĭ mai͡ak", originalScriptTitle: "Зелёный маяк")
        #expect(!book.isTitledUnlike(Book(title: "Зеленый маяк")))
        #expect(
            !Book(title: "Harbour Lights", subtitle: "The Lantern Atlas").isTitledUnlike(
                Book(title: "Lantern atlas")))
    }
}
