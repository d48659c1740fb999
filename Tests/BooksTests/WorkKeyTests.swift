// Comparing titles and makers: what is the same work in other words, and what only looks like it.
import Testing

@testable import Books

struct WorkKeyTests {
    private static func key(_ title: String, _ makers: String...) -> WorkKey {
        WorkKey(Book(title: title, contributors: makers.map { Contributor(name: $0) }))
    }

    @Test(arguments: [
        ("Pride & Prejudice", "Pride and Prejudice"), ("The Hobbit", "Hobbit, The"), ("HOBBIT", "The Hobbit"),
        ("The Hobbit", "The Hobbit, or There and Back Again"),
        ("The Hobbit", "The Hobbit or There and Back Again"),
        ("Hobbit, The", "The hobbit : or, There and back again"),
        ("Frankenstein", "Frankenstein; or, The Modern Prometheus"),
        ("Moby-Dick or, The Whale", "Moby Dick; or, The Whale"),
        ("L'Étranger", "Étranger, L'"), ("L’étranger", "L'etranger"), ("Der Prozeß", "Der Prozess"),
        ("Die Verwandlung", "Verwandlung"), ("El amor", "Amor, El"),
        ("Il nome della rosa", "Nome della rosa, Il"),
        ("I promessi sposi", "Promessi sposi, I"), ("De ontdekking", "Ontdekking, De"),
        ("O Alquimista", "Alquimista"),
        ("Les Misérables", "Miserables"), ("Böse Träume", "Boese Traeume"), ("Œuvres", "Oeuvres"),
        ("The Colour of Magic", "The Color of Magic"), ("Travelling Theatre", "Traveling Theater"),
        ("Dialogues", "Dialogs"), ("The Grey Defence", "The Gray Defense"), ("Organising", "Organizing"),
        ("Nineteen Eighty-Four", "1984"), ("Around the World in Eighty Days", "Around the World in 80 Days"),
        ("20,000 Leagues", "Twenty Thousand Leagues"), ("Henry IV, Part 1", "Henry IV, Part One"),
        ("Naruto, Vol. 01", "Naruto, Volume 1"), ("Nightwatch", "Night Watch"),
        ("Ender's Game", "Enders Game"),
        ("Sapiens", "Sapiens: A Brief History"), ("Sapiens - A Brief History", "Sapiens: A Brief History"),
        ("Have Space Suit—Will Travel", "Have Space Suit - Will Travel"),
        ("Emma", "Emma: A Novel"), ("Emma", "Emma: A Guide to Spiritual Enlightenment"),
        ("Dark Materials (Dark Materials, #1-3)", "Dark Materials"), ("Fairest (Lunar, #3.5)", "Fairest"),
        ("One Note (The 39 Clues, #2)", "One Note (39 Clues, Book 2)"),
        ("Blood Meridian, or the Evening Redness", "Blood Meridian: Or the Evening Redness"),
        ("I Remember: and Other Reflections", "I remember and other reflections"),
        ("Emma: 200th Anniversary Edition", "Emma: A Novel"),
        ("The Hunger Games", "The Hunger Games (The Hunger Games, #1)"),
        ("Red Mars (Mars Trilogy, #1)", "Red Mars"),
        ("Naruto: Volume 2", "Naruto, Vol. 2"), ("Naruto: Volume 2: The Worst Client", "Naruto: Volume 2"),
        ("Naruto, Vol. 2", "Naruto: Vol. 2, The Worst Client"),
        ("Y: The Last Man, Vol. 2: Cycles", "Y: The Last Man Vol. 2"),
        ("Capital: Volume One: A Critique", "Capital - Volume I - A Critique"),
        ("Atlas: II", "Atlas 2"), ("Atlas: Second Volume; A Novel", "Atlas: Second Volume"),
        ("Преступление и наказание", "Prestuplenie i nakazanie"), ("ノルウェイの森", "ノルウェイの森"),
        ("紅樓夢", "红楼梦"), ("傾城之戀：短篇小說集", "倾城之恋：短篇小说集"), ("三體", "三体"), ("Az arany ember", "Arany ember"),
        ("A kőszívű ember fiai", "Kőszívű ember fiai"), ("Encyclopaedia of Tea", "Encyclopedia of Tea"),
        ("The Encyclopædia Britannica", "Encyclopedia Britannica"),
        ("Mediaeval Philosophy", "Medieval Philosophy"),
        ("Aesthetic Theory", "Esthetic Theory"), ("Ästhetische Theorie", "Aesthetische Theorie"),
        ("Archaeologies of the Future", "Archeologies of the Future"),
        ("The Palaeolithic", "The Paleolithic"),
        ("Enzyklopädie der Zeit", "Enzyklopaedie der Zeit"),
    ])
    func `one title in two spellings is alike`(_ title: String, _ other: String) {
        let (one, two) = (Self.key(title, "Ana Novak"), Self.key(other, "Novak, Ana"))
        #expect(one.isAlike(two) && two.isAlike(one))
        #expect(!Set(one.hashes.map(\.value)).isDisjoint(with: two.hashes.map(\.value)))
    }

    @Test(arguments: [
        ("Foundation", "Foundation and Empire"), ("紅樓夢", "紅樓"), ("Faust", "Feust"),
        ("Arany ember", "Ezüst ember"),
        ("Naruto, Vol. 1", "Naruto, Vol. 2"),
        ("Naruto", "Naruto: Volume 2"), ("Naruto", "Naruto: Volume 2: The Worst Client"),
        ("Naruto", "Naruto: The Worst Client, Volume 2"), ("Naruto: Volume 1", "Naruto: Volume 2"),
        ("Naruto: Volume 2: The Worst Client", "Naruto: Volume 1: The Worst Client"),
        ("Naruto: Volume 1", "Naruto: Volumes 1, 2 and 3"), ("Atlas", "Atlas: II"),
        ("Atlas: Volume 1; Volume 2", "Atlas: Volume 1"), ("Atlas: Book One", "Atlas: Volume One"),
        ("Bone: Quest for the Spark, Vol. 1", "Bone, Vol. 1"),
        ("Naruto (Vol. 1)", "Naruto (Vol. 2)"), ("Saga (Saga, #1)", "Saga (Saga, #2)"),
        ("Atlas: The North", "Atlas: The South"), ("Emma", "Emma: Study Guide"),
        ("Emma", "Emma (SparkNotes)"),
        ("Physics", "Physics: Student Solutions Manual"), ("Physics", "Physics: Test Bank"),
        ("Physics", "Physics: Instructor's Manual"), ("Physics", "Physics (Teacher's Edition)"),
        ("Physics", "Physics: Lab Manual"), ("Deutsch", "Deutsch: Übungsbuch"),
        ("Deutsch", "Deutsch: Lösungen"), ("Le français", "Le français : Cahier d'exercices"),
        ("Emma", "Emma: A Critical Study"), ("Emma", "Emma: Annotations"), ("Emma", "Emma: The Art Book"),
        ("Emma", "Emma: The Official Movie Guide"), ("Emma", "Emma - The Making of the Film"),
        ("Emma: The Play", "Emma"), ("Red Mars (Mars Trilogy, #1)", "Red Mars (Mars Trilogy, #1-3)"),
        ("Saga (Saga, Book 1)", "Saga (Saga, #2)"),
        ("Twilight", "Twilight: The Graphic Novel"),
        ("Henry IV, Part 1", "Henry IV, Part 2"), ("Henry IV", "Henry V"), ("It", "It's"), ("1984", "1985"),
        ("Emma", "Emma: Collection"), ("Live", "Live or Die"),
        ("The Firm", "The Firm (Penguin Readers, Level 5)"),
        ("銀河鉄道の夜", "銀河鉄道"), ("Война и мир", "Война"), ("!", "?"), ("The", "A"), ("", ""),
        ("3:10 to Yuma", "3"),
        ("1 23", "12 3"),
    ])
    func `titles of two works are not alike`(_ title: String, _ other: String) {
        let (one, two) = (Self.key(title, "Ana Novak"), Self.key(other, "Ana Novak"))
        #expect(!one.isAlike(two) && !two.isAlike(one))
    }

    @Test func `the subtitle may be part of the title`() {
        var book = Book(title: "Atlas: The North", contributors: [Contributor(name: "Ana Novak")])
        let joined = WorkKey(book)
        (book.title, book.subtitle) = ("Atlas", "The North")
        #expect(WorkKey(book) == joined)
        book.subtitle = "The South"
        #expect(!WorkKey(book).isAlike(joined))
        (book.title, book.subtitle) = ("Naruto", "Vol. 2")
        #expect(!WorkKey(book).isAlike(Self.key("Naruto, Vol. 1", "Ana Novak")))
        #expect(WorkKey(book).isAlike(Self.key("Naruto, Vol. 2", "Ana Novak")))
        book.subtitle = "Volume 2: The Worst Client"
        #expect(WorkKey(book).isAlike(Self.key("Naruto, Vol. 2", "Ana Novak")))
        (book.title, book.subtitle) = ("Naruto: Volume 2", "The Worst Client")
        #expect(WorkKey(book).isAlike(Self.key("Naruto: Volume 2", "Ana Novak")))
        #expect(!WorkKey(book).isAlike(Self.key("Naruto", "Ana Novak")))
    }

    @Test(arguments: [
        [
            "J.R.R. Tolkien", "Tolkien, J. R. R.", "John Ronald Reuel Tolkien", "TOLKIEN",
            "Tolkien, J.R.R. (John Ronald Reuel)",
        ],
        [
            "Fyodor Dostoevsky", "Fyodor Dostoyevsky", "Fjodor M. Dostojewski", "Fiodor Dostoïevski",
            "Dostoevskiĭ, Fedor Mikhaĭlovich", "Dostoevskij, Fëdor", "Достоевский, Фёдор Михайлович",
        ],
        ["Anton Chekhov", "Anton Tschechow", "Anton Tchekhov", "Čechov, Anton", "Чехов"],
        ["Lev Tolstoy", "Lew Tolstoi", "Tolstoj", "Léon Tolstoï", "Толстой"],
        ["Heinrich Böll", "Heinrich Boell", "Böll, Heinrich"],
        ["Kurt Vonnegut Jr.", "Vonnegut, Kurt", "Kurt Vonnegut, Jr."],
        ["Gabriel García Márquez", "García Márquez, Gabriel"], ["Ursula K. Le Guin", "Le Guin, Ursula K."],
        ["村上春樹", "村上 春樹"], ["Peter Kropotkin", "Pyotr Kropotkin", "Kropotkin, Petr", "P. A. Kropotkin"],
        ["James Herriot", "Jas. Herriot", "J. Herriot"], ["Jim Smith", "Smith, James"],
        ["Smith, Jane", "Jane A. Smith", "J. Smith"],
    ])
    func `one maker in many spellings is alike`(_ names: [String]) {
        for name in names {
            for other in names {
                #expect(Self.key("Atlas", name).isAlike(Self.key("Atlas", other)), "\(name), \(other)")
            }
        }
    }

    @Test(arguments: [
        ("Ana Novak", "Maria Novak"), ("Ana Novak", "Ana Okafor"), ("Stephen King", "Stephen Ling"), ("", ""),
        ("*", "*"),
        ("Anne Martin", "Anne Morton"), ("村上春樹", "村上龍"), ("John Smith", "Jane Smith"),
        ("Smith, Jane", "Smith, John"), ("Ann Novak", "Amy Novak"),
    ])
    func `makers of two names are not alike`(_ name: String, _ other: String) {
        #expect(!Self.key("Twilight", name).isAlike(Self.key("Twilight", other)))
    }

    @Test func `a name in traditional and in simplified characters is one name`() {
        #expect(Self.key("傾城之戀", "張愛玲").isAlike(Self.key("倾城之恋", "张爱玲")))
        #expect(!Self.key("傾城之戀", "張愛玲").isAlike(Self.key("倾城之恋", "张恨水")))
    }

    @Test func `one contributor in common is enough, but not a translator`() {
        #expect(
            Self.key("Good Omens", "Terry Pratchett", "Neil Gaiman").isAlike(
                Self.key("Good Omens", "Neil Gaiman")))
        let translated = WorkKey(
            Book(
                title: "Atlas",
                contributors: [
                    Contributor(name: "Ana Novak"), Contributor(name: "Ada Okafor", role: .translator),
                ]))
        #expect(!translated.isAlike(Self.key("Atlas", "Ada Okafor")))
        #expect(!Self.key("Atlas").isAlike(Self.key("Atlas")))
    }

    /// If the keys change, the version must be raised, so that stores compute theirs anew.
    @Test func `hashes stay what stores have kept`() {
        #expect(WorkKey.version == 4)
        let hashes = Self.key("The Hobbit, or There and Back Again", "J.R.R. Tolkien").hashes
        #expect(
            hashes.map(\.value) == [-8_674_931_166_832_915_750, 8_248_543_292_733_234_107]
                && hashes.map(\.isWhole) == [true, false])
    }
}
