// Splitting names and putting them together again.
import TestSupport
import Testing

@testable import Books

struct PersonalNameTests {
    @Test(
        arguments: [
            ("John von Neumann", "von Neumann, John"),
            ("Martin Luther King, Jr.", "King, Martin Luther, Jr."),
            ("Martin Luther King Jr.", "King, Martin Luther, Jr."),
            ("Ursula K. Le Guin", "Le Guin, Ursula K."),
            ("José Ortega y Gasset", "Ortega y Gasset, José"),
            ("Miguel de Cervantes Saavedra", "de Cervantes Saavedra, Miguel"),
            ("Лев Толстой", "Толстой, Лев"), ("Jean le Rond d'Alembert", "le Rond d'Alembert, Jean"),
            ("Dick Van Dyke", "Van Dyke, Dick"), ("Van Morrison", "Morrison, Van"),
            ("Collins, Suzanne", "Collins, Suzanne"), ("Vincent van Gogh III", "van Gogh, Vincent, III"),
            ("Muhammad al-Khwarizmi", "al-Khwarizmi, Muhammad"), ("bell hooks", "hooks, bell"),
        ])
    func `a person is filed by the family name`(display: String, inverted: String) {
        #expect(PersonalName(display).inverted == inverted)
    }

    @Test(
        arguments: [
            "World Health Organization", "The Beatles", "Smith & Sons", "Geoffrey of Monmouth", "村上春樹",
            "한강", "สุนทรภู่ ก", "Department of Health, Education, and Welfare", "Studio 54",
        ])
    func `a body, and a name that has no inverted form, stays in one piece`(name: String) {
        let parts = PersonalName(name)
        #expect(parts.isLiteral && parts.inverted == name && parts.display == name)
    }

    @Test func `a single name is a family name`() {
        #expect(PersonalName("Plato").inverted == "Plato")
        #expect(!PersonalName("Plato").isLiteral)
    }

    @Test func `names are split into parts`() {
        let name = PersonalName("Ludwig van der Rohe Jr.")
        #expect(name.given == "Ludwig" && name.particle == "van der" && name.family == "Rohe")
        #expect(name.suffix == "Jr." && name.inFull == "van der Rohe")
    }

    @Test(
        arguments: [
            ("von Neumann, John, Jr.", "John von Neumann Jr."),
            ("von Neumann, Jr., John", "John von Neumann Jr."),
            ("King, Jr.", "King Jr."), ("Health, Education,", "Health, Education"), ("Plato", "Plato"),
            ("World Bank,", "World Bank"), ("Russwurm,M.", "M. Russwurm"),
        ])
    func `an inverted name is turned`(inverted: String, display: String) {
        #expect(PersonalName(inverted: inverted).display == display)
    }

    @Test func `splitting any name twice gives the same parts`() {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "Ann", "van", "de", "y", "Jr.", "III", ",", ", ", " ", " ", " ", "Le", "O", "-", "'", "d'", "漢",
            "\u{301}", "and", "&", "Press", "7", "{", "}", "é", "ש", "of",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }.joined()
            guard let name = text.tidied else { continue }
            let once = PersonalName(name)
            #expect(PersonalName(once.display) == once, "\(name)")
            #expect(!once.display.isEmpty, "\(name)")
            if !once.isWhole {
                #expect(PersonalName(inverted: once.inverted).display == once.display, "\(name)")
            }
        }
    }
}

struct ContributorPartsTests {
    @Test(arguments: [
        ("García Márquez, Gabriel", "Gabriel García Márquez", "García Márquez, Gabriel"),
        ("Goethe, Johann Wolfgang von", "Johann Wolfgang von Goethe", nil),
        ("von Neumann, John", "John von Neumann", nil), ("Collins, Suzanne", "Suzanne Collins", nil),
        ("King, Jr., Martin Luther", "Martin Luther King Jr.", nil), ("Plato", "Plato", nil),
        ("John Smith", "John Smith", nil), ("Monty Python,", "Monty Python", "Monty Python,"),
        ("World Health Organization,", "World Health Organization", nil),
    ])
    func `a sort form is kept where it does not follow from the name`(
        inverted: String, name: String, sort: String?
    ) {
        let contributor = Contributor(inverted: inverted)
        #expect(contributor.name == name && contributor.sortName == sort)
        #expect(contributor.parts.display == name)
    }

    @Test func `whatever a source says, the name is shown as it was made up of its parts`() {
        var random = SeededGenerator(seed: 12)
        let pieces = [
            "Ann", "van", "de", "y", "Jr.", ",", ", ", " ", " ", "Le", "-", "d'", "漢", "\u{301}", "and", "é",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }.joined()
            let contributor = Contributor(inverted: text)
            guard let name = contributor.name.tidied else { continue }
            #expect(contributor.parts.display == name || contributor.sortName == nil, "\(text)")
            #expect(Contributor(contributor.parts).parts == contributor.parts, "\(text)")
        }
    }
}
