// The words by which texts speak of other works, compared as `OCRSpelling` folds them.
import Books
import Foundation

extension OtherWorks {
    static let aroundHeadings = CharacterSet.whitespaces.union(.decimalDigits).union(.punctuationCharacters)
    static let opening: Set<Character> = ["(", "[", "\"", "“", "„", "«", "»", "‘", "'", "—", "–", "/", "|"]
    /// At the end of a line.
    static let unfinished: Set<Character> = [",", ":", ";", "–", "—", "(", "/", "，", "：", "、", "；", "（"]
    static let superscripts: Set<Character> = ["¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "†", "‡"]

    /// Parts of the words that may precede a number as its label.
    static let labels = ["isbn", "书号", "書號", "図書番号"]

    /// Whole lines.
    static let bibliographies = Set(
        [
            "references", "bibliography", "selected bibliography", "works cited", "literature cited",
            "further reading", "notes and references", "endnotes", "sources", "list of sources",
            "primary sources", "secondary sources", "works consulted", "suggested reading", "quellen",
            "quellen und literatur", "quellen- und literaturverzeichnis", "literaturhinweise",
            "sources et bibliographie", "ouvrages cités", "fuentes", "obras citadas", "fonti", "opere citate",
            "bronnen", "fontes", "источники", "список источников", "список использованной литературы",
            "literatur", "literaturverzeichnis", "quellenverzeichnis", "weiterführende literatur",
            "bibliographie", "références bibliographiques", "referencias", "referencias bibliográficas",
            "bibliografia", "riferimenti", "riferimenti bibliografici", "literatuur", "literatuurlijst",
            "bibliografie", "литература", "список литературы", "библиография", "参考文献", "參考文獻", "引用文献", "参考书目",
            "參考書目", "참고문헌",
        ].map(OCRSpelling.folded))

    /// Beginnings of lines: advertisements, reviews and order forms; by their skeletons.
    static let lists =
        (advertisements
        + [
            "book review", "review of ", "reviewed", "works reviewed", "books received", "rezension",
            "besprechung von", "compte rendu", "comptes rendus", "reseña", "recensione", "recensie",
            "resenha", "рецензия на", "书评", "書評", "to order by mail", "order by mail", "mail this coupon",
            "send this coupon", "clip this coupon", "please send me", "bitte senden sie mir",
            "hiermit bestelle ich", "je commande", "veuillez m'envoyer", "veuillez m’envoyer",
            "an isbn looks like", "the isbn looks like", "example: isbn", "example: the isbn",
            "beispiel: isbn", "beispiel: die isbn", "exemple : isbn", "exemple: isbn", "ejemplo: isbn",
            "esempio: isbn", "order form", "order now", "order today", "bestellschein", "bestellformular",
            "jetzt bestellen", "bon de commande", "bulletin de commande", "commandez", "hoja de pedido",
            "formulario de pedido", "modulo d'ordine", "modulo d’ordine", "cedola d'ordine",
            "bestelformulier", "bestelbon", "formulário de encomenda", "бланк заказа", "注文書", "订购单", "訂購單",
        ].map(OCRSpelling.folded)).map(OCRSpelling.skeleton)

    private static let advertisements = [
        "also by", "also from", "also in this series", "also in the series", "by the same author",
        "from the same author", "by this author", "other books", "other titles", "other works by",
        "other volumes in", "more books", "more by", "more from", "further titles", "previous titles",
        "previously in this series", "books by", "titles in this series", "titles in the series",
        "in the same series", "in this series", "volumes in this series", "if you liked", "if you enjoyed",
        "if you loved", "you may also", "you might also", "you will also", "readers also", "try these",
        "don't miss", "don’t miss", "recommended reading", "customers who", "customers also", "readers who",
        "people also", "frequently bought", "often bought", "similar items", "similar books",
        "similar titles", "related books", "related titles", "recommended for you", "recently viewed",
        "other formats", "zuletzt angesehen", "andere formate", "voir aussi", "vus récemment",
        "autres formats", "vistos recientemente", "kunden kauften", "kunden, die", "kunden, welche",
        "wird oft zusammen gekauft", "ähnliche bücher", "ähnliche artikel", "les clients ayant",
        "les clients ont", "souvent achetés ensemble", "los clientes que", "i clienti che", "klanten die",
        "klanten kochten", "coming soon", "coming next", "already published", "read the prequel",
        "read the sequel", "forthcoming", "out now", "new from", "look out for", "available soon",
        "excerpt from", "an excerpt from", "a preview of", "preview of", "turn the page for", "read on for",
        "keep reading for", "sneak peek", "vom selben autor", "von derselben autorin", "vom gleichen autor",
        "von der gleichen autorin", "weitere titel", "weitere bücher", "weitere bände", "weitere werke",
        "andere bücher", "außerdem erschienen", "außerdem erhältlich", "ebenfalls erschienen",
        "ebenfalls erhältlich", "in dieser reihe", "in derselben reihe", "in der gleichen reihe",
        "bisher erschienen", "bereits erschienen", "demnächst", "wenn ihnen dieses buch",
        "hat ihnen dieses buch", "lesen sie auch", "leseempfehlung", "das könnte ihnen", "das könnte sie",
        "du même auteur", "de la même autrice", "de la même auteure", "des mêmes auteurs",
        "dans la même collection", "dans la même série", "autres titres", "autres livres", "à paraître",
        "déjà paru", "si vous avez aimé", "vous aimerez", "à lire aussi", "del mismo autor",
        "de la misma autora", "otros títulos", "otros libros", "otras obras", "próximamente", "si te gustó",
        "si te ha gustado", "si le gustó", "si le ha gustado", "también te", "en la misma colección",
        "dello stesso autore", "della stessa autrice", "altri titoli", "altri libri", "nella stessa collana",
        "di prossima pubblicazione", "in uscita", "se ti è piaciuto", "potrebbe piacerti",
        "van dezelfde auteur", "andere titels", "andere boeken", "binnenkort", "in dezelfde reeks",
        "in dezelfde serie", "eerder verschenen", "eerder verscheen", "lees ook", "do mesmo autor",
        "da mesma autora", "outros títulos", "outros livros", "em breve", "se gostou", "se você gostou",
        "na mesma coleção", "av samma författare", "того же автора", "книги того же автора", "другие книги",
        "в этой же серии", "в той же серии", "в этой серии", "скоро в продаже", "готовится к печати",
        "готовятся к печати", "готовится к изданию", "готовятся к изданию", "читайте также",
        "если вам понравилась", "if you have enjoyed", "if you enjoy", "why not try", "the story continues",
        "the adventure continues", "read the first chapter", "available from all good",
        "bestsellers available", "also published by", "also published in this", "new in paperback",
        "available in paperback from", "to order these books", "titles available from",
        "books available from", "don't forget the", "don’t forget the", "the cassette to this",
        "the cd to this", "the workbook to this", "the cassettes to this", "reading group notes for",
        "mehr von", "mehr vom", "neu bei", "neu erschienen", "lieferbare titel", "im gleichen verlag",
        "im selben verlag", "beim gleichen verlag", "liegt außerdem vor", "liegen außerdem vor",
        "außerdem lieferbar", "ebenfalls lieferbar", "bitte beachten sie auch", "beachten sie auch",
        "die ganze welt des taschenbuch", "paraîtra en", "le tome 2 paraîtra", "vient de paraître",
        "viennent de paraître", "du même éditeur", "chez le même éditeur", "de la misma colección",
        "títulos de la colección", "otras novelas", "del mismo editor", "de próxima aparición",
        "della stessa collana", "della stessa serie", "nella stessa serie", "dello stesso editore",
        "verscheen in deze reeks", "verschenen in deze reeks", "in deze reeks", "in deze serie",
        "verscheen ook", "verschenen ook", "van deze auteur", "meer van deze auteur", "da mesma coleção",
        "desta coleção", "na mesma série", "i samma serie", "av samme forfatter", "samme forfatter",
        "i samme serie", "af samme forfatter", "i denne serie", "i denne serien", "tidigare utgivet",
        "tidligere utgitt", "tidligere udgivet", "kommer snart", "andre bøker", "andre bøger", "andra böcker",
        "samalta tekijältä", "samassa sarjassa", "sarjassa ilmestynyt", "aiemmin ilmestynyt",
        "ugyanettől a szerzőtől", "a szerző eddig megjelent", "a sorozatban megjelent",
        "a sorozat eddig megjelent", "a szerző további", "ve stejné edici", "v téže edici", "v této edici",
        "od téhož autora", "od stejného autora", "v tejto edícii", "od toho istého autora", "připravujeme",
        "w tej serii", "w tej samej serii", "tego samego autora", "tej samej autorki", "ukazały się",
        "ukazała się również", "w przygotowaniu", "polecamy również", "polecamy także", "istog autora",
        "istoga autora", "u istoj biblioteci", "od istega avtorja", "în aceeași colecție", "de același autor",
        "в серии вышли", "в серии вышла", "от същия автор", "того ж автора", "aynı yazarın", "yazarın diğer",
        "samalt autorilt", "του ίδιου συγγραφέα", "στην ίδια σειρά", "既刊", "好評既刊", "好評発売中", "近刊", "同じ著者",
        "同著者", "シリーズ既刊", "同一作者", "同系列", "即将出版", "即將出版", "推荐阅读", "推薦閱讀", "延伸阅读", "延伸閱讀",
    ].map(OCRSpelling.folded)

    /// Before a number, in its sentence. Only words of scripts with spaces have one before them.
    static let citing: [String] =
        advertisements.map(spaced)
        + [
            "this is a review of", "review of:", "reviewed:", "rezension zu", "rezension von",
            "besprechung von", "compte rendu de", "reseña de", "recensione di", "recensie van", "resenha de",
            "рецензия на", "original title", "original edition", "original publication", "original isbn",
            "originally published", "previously published", "previous edition", "earlier edition",
            "first edition isbn", "supersedes", "replaces isbn", "companion to", "accompanies",
            "to accompany", "excerpted from", "based on the novel", "based on the book", "after the book by",
            "after the novel by", "extract from", "adapted from", "cited in", "quoted from", "see ", "see:",
            "cf.", "compare ",
            // In catalogue entries.
            "rev. ed. of", "revised edition of", "reprint of the", "originally pub", "continues:",
            "continued by:", "issued also as", "also issued as", "suppl. to", "supplement to", "bound with:",
            "companion vol", "sequel to", "prequel to", "abridged from", "abridgement of", "errata slip",
            "parallel edition", "other format", "published in hardback by", "library edition published",
            "titel des originals", "der originalausgabe", "originaltitel", "originalausgabe:",
            "die originalausgabe", "amerikanische originalausgabe", "englische originalausgabe",
            "frühere ausgabe", "frühere auflage", "zuvor erschienen", "ersetzt", "nach dem roman", "siehe ",
            "vgl.", "vergleiche ", "zitiert nach", "auszug aus", "titre original", "édition originale",
            "l’édition originale", "l'édition originale", "remplace isbn", "remplace l’isbn",
            "remplace l'isbn", "remplace le numéro", "remplace la précédente", "titre de l’original",
            "titre de l'original", "voir ", "extrait de", "cité dans", "título original", "edición original",
            "véase", "ver también", "extraído de", "citado en", "titolo originale", "edizione originale",
            "si veda", "vedi ", "cfr.", "estratto da", "also available as audio",
            "also available on cassette", "also available on cd", "auch als hörbuch", "als hörbuch lieferbar",
            "eine cd lieferbar", "eine kassette lieferbar", "lehrerhandbuch:", "lehrerband:",
            "lösungsheft:", "oorspronkelijke titel", "oorspronkelijke uitgave", "originele titel", "zie ",
            "edição original", "veja ", "citado em", "оригинальное издание", "название оригинала",
            "перевод с издания", "перевод издания", "пер. изд.", "см. ", "см.:", "ср. ", "цит. по",
            "auch erschienen", "publié en anglais", "paru en grand format", "publicado originalmente",
            "edizione precedente", "eerder uitgegeven", "títol original", "edició original",
            "tytuł oryginału", "wydanie oryginalne", "przekład z wydania", "název originálu",
            "názov originálu", "z originálu", "z anglického originálu", "z německého originálu", "özgün adı",
            "özgün baskı", "orijinal adı", "orijinal baskı", "originalets titel", "originalens titel",
            "originalens tittel", "originaltittel", "originalutgåva", "originalutgave", "oversat efter",
            "alkuteos", "alkuperäinen teos", "eredeti cím", "eredeti mű", "eredeti kiadás", "titlul original",
            "ediția originală", "naslov izvornika", "izvorno izdanje", "naslov izvirnika", "izvirni naslov",
            "naslov originala", "versta iš isbn", "originalo pavadinimas", "oriģinālnosaukums",
            "originaali pealkiri", "τίτλος πρωτοτύπου", "original: ", "заглавие на оригинала",
            "назва оригіналу", "原書", "原題", "原著", "原タイトル", "原书", "译自", "譯自", "参见", "參見", "参考：", "を参照",
        ].map(spaced)

    static let citingSkeletons = citing.map(OCRSpelling.skeleton)

    /// Before the number of another form of the book, in its sentence or on the line above; also after a stray letter.
    static let otherForms = [
        "also available in", "also available as", "available also in", "also published in",
        "also published as", "also issued in", "edition also available", "edition of this book",
        "edition of this title", "edition of this work", "auch als", "auch gebunden", "auch in gebundener",
        "auch in einer gebundenen", "ausgabe lieferbar", "ausgabe erhältlich", "également disponible",
        "également paru en", "également publié en", "existe également en", "existe aussi en",
        "aussi disponible en", "disponible aussi en", "paru également en", "también disponible",
        "disponible también", "publicado también en", "también en tapa", "también en edición",
        "disponibile anche", "anche in edizione", "ook leverbaar", "ook verkrijgbaar", "ook verschenen als",
        "ook verschenen in", "também disponível", "disponível também", "também publicado em", "finns även",
        "finns också", "findes også", "finnes også", "fås også",
        "dostępna również", "dostępna także", "dostępne również", "dostępne także", "также доступна",
        "также выпущена", "также вышла",
    ].map(OCRSpelling.folded).map(OCRSpelling.skeleton)

    /// What follows them in a sentence is this book again.
    static let thisEdition = [
        "this edition", "this paperback", "this hardback", "this hardcover", "this softcover", "this reprint",
        "this reissue", "this impression", "diese ausgabe", "dieser ausgabe", "diese auflage",
        "cette édition", "la présente édition", "esta edición", "questa edizione", "deze uitgave",
        "deze editie", "esta edição", "denna utgåva", "denne utgave", "denne udgave", "niniejsze wydanie",
        "настоящее издание",
    ].map(OCRSpelling.folded)

    /// Before a number in brackets, in its sentence.
    static let firstEditions = [
        "first published", "first appeared", "hardback edition published", "hardcover edition published",
        "cloth edition published", "erstmals erschienen", "erstmals veröffentlicht",
        "zuerst erschienen",
        "publié pour la première fois", "paru pour la première fois", "publicado por primera vez",
        "pubblicato per la prima volta", "voor het eerst verschenen", "voor het eerst uitgegeven",
        "publicado pela primeira vez",
    ].map(spaced).map(OCRSpelling.skeleton)

    /// Those of `citing` that are long enough to be recognised if a letter is misread.
    static let misread = OCRSpelling(
        citing.filter { expression in
            // What is between words is not compared: "first edition, ISBN" is the book's own.
            guard !expression.contains(where: { ":.".contains($0) }), !expression.hasSuffix("isbn") else {
                return false
            }
            let words = OCRSpelling.words(expression)
            return words.contains { $0.count >= 7 } && words.joined().count >= 9
        })

    static let translated = [
        "translated from", "translation of", "übersetzt nach", "übersetzung der", "übersetzung von",
        "übersetzt aus der",
        "traduit de", "traduction de", "traducido de", "traducción de la", "tradotto da", "traduzione di",
        "vertaald uit", "vertaling van", "traduzido d", "tradução de", "перевод с",
    ].map(spaced)

    static let translators = [
        " by ", " von ", " par ", " por ", " di ", " door ", ". ",
    ]

    /// What another book is called after "translated from".
    static let editions = [
        "edition", "ausgabe", "auflage", "édition", "edición", "edizione", "uitgave", "editie", "edição",
        "издани",
        "published", "erschienen", "paru", "publicad", "pubblicat",
    ].map(OCRSpelling.folded)

    /// How the book's own imprint begins.
    static let ownImprints =
        [
            "©", "copyright ©", "copyright (c)", "copyright 19", "copyright 20", "(c) 19", "(c) 20",
            "impressum",
            "first published", "colophon", "colofon", "kolofon", "выходные данные", "奥付", "版权", "版權",
        ].map(OCRSpelling.folded) + thisEdition

    /// How other lines of an imprint begin.
    private static let imprints = [
        "copyright", "all rights reserved", "originally published", "published by", "published in",
        "printed in",
        "printed and bound", "translation", "translated", "library of congress", "british library",
        "a cip catalogue", "cataloguing in publication", "the moral right", "alle rechte", "originalausgabe",
        "deutsche erstausgabe", "copyright der", "gedruckt", "druck und bindung", "umschlag", "tous droits",
        "dépôt légal", "imprimé en", "titre original", "traduit", "todos los derechos", "depósito legal",
        "primera edición", "título original", "impreso en", "traducción", "tutti i diritti", "prima edizione",
    ].map(OCRSpelling.folded)

    /// Those by which lines of print are recognised if letters are misread.
    static let bibliographyHeadings = bibliographies.map {
        (letters: OCRSpelling.letters($0), words: OCRSpelling.words($0).count)
    }
    static let listBeginnings = lists.map(OCRSpelling.letters)
    static let imprintBeginnings = (ownImprints + imprints).map(OCRSpelling.letters).filter { !$0.isEmpty }

    private static func spaced(_ words: String) -> String {
        let words = OCRSpelling.folded(words)
        return words.unicodeScalars.first.map {
            $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value)
        }
            == true
            ? words : " " + words
    }
}
