// Other programs read the same titles, names, ISBNs and years from exported files.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct CitationJudgesTests {
    private let folder: TemporaryFolder
    private let books: [Book]

    init() throws {
        folder = try TemporaryFolder()
        let made: [(String, [String], Int)] = [
            ("Germinal & Son", ["Émile Zola", "World Health Organization"], 1885),
            ("GNU for 100% of Müßiggänger", ["Martin Luther King Jr.", "John von Neumann"], 1999),
            ("Война и мир", ["Лев Толстой"], 1869), ("ノルウェイの森", ["村上春樹"], 1987),
            ("Übermut — a “Novel”", ["Søren Åkesson", "Łukasz Čapek", "Plato"], 2008),
        ]
        books = try made.enumerated().map { number, book in
            var written = Book(
                isbn: try Citations.isbn(number), title: book.0, publisher: "Simon and Schuster")
            written.contributors = book.1.map { Contributor(name: $0) }
            (written.year, written.tags, written.language) = (book.2, ["war", "life, death"], "eng")
            return written
        }
    }

    private struct Reading: Decodable, Equatable {
        var title: String
        var names: [String]
        var isbn: String
        var year: String
    }

    private func written(_ format: FileFormat, to name: String) throws {
        var writer = try #require(format.writer?(WriterOptions()))
        var text = writer.beginning()
        for book in books { text += writer.text(of: KeptBook(book: book)) }
        try folder.write(Data((text + writer.end()).utf8), to: name)
    }

    /// - Parameter name: the form in which the other program shows a name.
    private func meant(_ name: (PersonalName) -> String) -> [Reading] {
        books.map { book in
            Reading(
                title: book.title ?? "", names: book.names(.author).map(name),
                isbn: book.isbn?.hyphenated ?? "",
                year: book.year.map(String.init) ?? "")
        }
    }

    private func read(by script: String) throws -> [Reading] {
        try folder.write(Data(script.utf8), to: "read.py")
        let python = Judge.has(Judge.python) ? Judge.python : "python3"
        let verdict = try Judge.run(python, ["read.py"], in: folder)
        #expect(verdict.exitCode == 0 && verdict.errors.isEmpty, "\(verdict.errors)")
        return try JSONDecoder().decode([Reading].self, from: Data(verdict.output.utf8))
    }

    private static func parted(_ name: PersonalName) -> String {
        [name.particle, name.family, name.given, name.suffix].compactMap(\.self).joined(separator: "|")
    }

    @Test(.enabled(if: Judge.has("biber"))) func `biber reads what BibTeX is written`() throws {
        try written(.bibtex, to: "books.bib")
        let verdict = try Judge.run(
            "biber", ["--tool", "--output-format=biblatexml", "-O", "books.xml", "books.bib"], in: folder)
        #expect(
            verdict.exitCode == 0 && !verdict.output.contains("WARN") && !verdict.output.contains("ERROR"))
        let readings = try read(
            by: """
                import json, re, xml.etree.ElementTree as tree
                b = '{http://biblatex-biber.sourceforge.net/biblatexml}'
                def plain(text): return re.sub(r'\\\\(?=[&%])|[{}]', '', text)
                def part(name, kind):
                    found = [p for p in name.findall(b + 'namepart') if p.get('type') == kind]
                    return plain(' '.join(t.strip() for p in found for t in p.itertext() if t.strip()))
                books = []
                for entry in tree.parse('books.xml').getroot().findall(b + 'entry'):
                    names = [n for n in entry.findall(b + 'names') if n.get('type') == 'author'][0]
                    shown = ['|'.join(filter(None, (part(n, k) for k in ('prefix', 'family', 'given', 'suffix'))))
                             for n in names.findall(b + 'name')]
                    books.append(dict(title=plain(entry.find(b + 'title').text), names=shown,
                                      isbn=entry.find(b + 'isbn').text, year=entry.find(b + 'date').text))
                print(json.dumps(books))
                """)
        #expect(readings == meant(Self.parted))
    }

    /// A style that prints, between two lines, each book as bibtex divides it, and then does with other fields what
    /// styles do.
    private static let style = """
        ENTRY {author editor translator title subtitle series number publisher year isbn keywords langid} {} {}
        STRINGS {list}
        INTEGERS {place}
        FUNCTION {present} {duplicate$ empty$ {pop$ ""} 'skip$ if$}
        FUNCTION {line} {present write$ newline$}
        FUNCTION {changed} {present "t" change.case$ purify$ line}
        FUNCTION {names} {
          present 'list :=
          #1 'place :=
          {list num.names$ place #1 - >}
          {list place "{vv|}{ll}{|ff}{|jj}" format.name$ line place #1 + 'place :=}
          while$
        }
        FUNCTION {book} {
          "begin" line title line isbn line year line author names "end" line
          editor names translator names title changed subtitle changed series changed number changed
          publisher changed keywords changed langid changed newline$
        }
        READ
        ITERATE {call.type$}

        """

    /// What bibtex prints of `books.bib` by `style`. It must accept every entry without a warning.
    private func printedByBibTeX() throws -> String {
        try folder.write(Data(Self.style.utf8), to: "lines.bst")
        try folder.write(
            Data("\\citation{*}\n\\bibstyle{lines}\n\\bibdata{books}\n".utf8), to: "books.aux")
        let verdict = try Judge.run("env", ["BSTINPUTS=.", "BIBINPUTS=.", "bibtex", "books"], in: folder)
        #expect(
            verdict.exitCode == 0 && !verdict.output.contains("Warning") && verdict.errors.isEmpty,
            "\(verdict.output)\(verdict.errors)")
        return try #require(folder.text("books.bbl"))
    }

    @Test(.enabled(if: Judge.has("bibtex"))) func `bibtex reads what BibTeX is written`() throws {
        try written(.bibtex, to: "books.bib")
        let readings = try printedByBibTeX().components(separatedBy: "begin\n").dropFirst().map { entry in
            let lines = entry.components(separatedBy: "\nend\n")[0].split(separator: "\n").map {
                TeXText.decoded($0) ?? ""
            }
            return Reading(
                title: lines[0], names: Array(lines.dropFirst(3)), isbn: lines[1], year: lines[2])
        }
        #expect(readings == meant(Self.parted))
    }

    @Test(.enabled(if: Judge.has("bibtex"))) func `bibtex accepts every script and character`() throws {
        var random = SeededGenerator(seed: 5)
        var writer = BibTeXWriter()
        var text = ""
        for number in 0..<200 {
            var book = try Citations.book(number, &random)
            // A name of separators alone is rare among those.
            let names = [PersonalName(family: "-", given: "-", suffix: "Jr."), PersonalName("- -")]
            book.contributors += names.map { Contributor($0, role: .author) }
            text += writer.text(of: KeptBook(book: book))
        }
        try folder.write(Data(text.utf8), to: "books.bib")
        let printed = try printedByBibTeX()
        #expect(printed.components(separatedBy: "begin\n").count == 201)
    }

    @Test(.enabled(if: Judge.has(Judge.python))) func `bibtexparser reads what BibTeX is written`() throws {
        try written(.bibtex, to: "books.bib")
        let readings = try read(
            by: """
                import bibtexparser, json, re
                from bibtexparser.bparser import BibTexParser
                from bibtexparser.customization import convert_to_unicode
                def plain(text): return re.sub(r'\\\\(?=[&%])|[{}]', '', text)
                parser = BibTexParser(customization=convert_to_unicode)
                with open('books.bib', encoding='utf-8') as file:
                    entries = bibtexparser.load(file, parser).entries
                assert len({entry['ID'] for entry in entries}) == len(entries)
                print(json.dumps([dict(title=plain(e['title']), names=plain(e['author']).split(' and '),
                                       isbn=e['isbn'], year=e['year']) for e in entries]))
                """)
        #expect(
            readings
                == meant { [$0.inFull, $0.suffix, $0.given].compactMap(\.self).joined(separator: ", ") })
    }

    @Test(.enabled(if: Judge.has(Judge.python))) func `rispy reads what RIS is written`() throws {
        try written(.ris, to: "books.ris")
        let readings = try read(
            by: """
                import json, rispy
                with open('books.ris', encoding='utf-8') as file:
                    entries = rispy.load(file)
                print(json.dumps([dict(title=e['title'], names=e['authors'], isbn=e['issn'], year=e['year'])
                                  for e in entries if e['type_of_reference'] == 'BOOK'
                                  and e['keywords'] == ['war', 'life, death'] and e['publisher'] == 'Simon and Schuster']))
                """)
        #expect(readings == meant(\.inverted))
    }

    @Test(.enabled(if: Judge.has(Judge.python))) func `citeproc-py reads what CSL-JSON is written`() throws {
        try written(.cslJSON, to: "books.json")
        let readings = try read(
            by: """
                import json, warnings
                warnings.simplefilter('ignore')
                from citeproc.source.json import CiteProcJSON
                with open('books.json', encoding='utf-8') as file:
                    items = json.load(file)
                source = CiteProcJSON(items)
                def shown(name):
                    given, family, _, particle, suffix = name.parts()
                    return '|'.join(str(part) for part in (particle, family, given, suffix) if part)
                print(json.dumps([dict(title=str(source[i['id']].title),
                                       names=[shown(n) for n in source[i['id']].author],
                                       isbn=str(source[i['id']]['ISBN']),
                                       year=str(int(source[i['id']].issued.year))) for i in items]))
                """)
        #expect(readings == meant(Self.parted))
    }
}
