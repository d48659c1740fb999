// Which names belong to photos of one book.
import Testing

@testable import Batch

struct NameStemTests {
    @Test(arguments: [
        ("IMG_12a.jpg", "IMG_12"), ("IMG_12-b.JPG", "IMG_12"), ("IMG_12.jpg", "IMG_12"),
        ("IMG_12-2.jpg", "IMG_12"), ("IMG_12 (2).heic", "IMG_12"), ("IMG_12-back.jpg", "IMG_12"),
        ("9780306406157-front.jpg", "9780306406157"), ("9780306406157_back_2.jpg", "9780306406157"),
        ("030640615X.jpg", "030640615X"), ("030640615X-back.jpg", "030640615X"),
        ("dune back cover.jpg", "dune"), ("dune-front2.jpg", "dune"), ("dune-2.jpg", "dune"),
        ("4.16-001_04.jpg", "4.16-001"), ("4.15-001_4.15-001-4.jpg", "4.15-001_4.15-001"),
        ("20260102_212114_1.jpg", "20260102_212114"),
        ("dune vorne.jpg", "dune"), ("dune hinten.jpg", "dune"), ("dune_Vorderseite.jpg", "dune"),
        ("dune-Rückseite.jpg", "dune"), ("dune-Ru\u{308}ckseite 2.jpg", "dune"), ("dune-recto.jpg", "dune"),
        ("dune verso.jpg", "dune"), ("dune-couverture.jpg", "dune"), ("dune portada.jpg", "dune"),
        ("dune contraportada.jpg", "dune"),
    ])
    func `the suffix that distinguishes a book's photos is left out`(name: String, stem: String) {
        #expect(NameStem.of(name[...]) == stem)
    }

    @Test(arguments: [
        "IMG_12", "IMG_0012", "DSC 7", "scan-3", "20260102_212114", "2026-11-22", "book7", "dune", "front",
        "a",
        "7", "(2)", "-2", "2026-11-22 12.30.05", "harry-potter", "DSC06516", "uno dos",
    ])
    func `a name that may be a book's alone stays whole`(name: String) {
        #expect(NameStem.of("\(name).jpg") == name)
    }

    @Test(arguments: ["", ".jpg", ".", "4.15-001", "a.b c"]) func `a name without extension is allowed`(
        name: String
    ) {
        #expect(name.hasPrefix(NameStem.of(name[...])))
    }
}
