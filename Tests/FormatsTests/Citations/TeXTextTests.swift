// Reading and writing TeX's notation of text.
import Books
import TestSupport
import Testing

@testable import Formats

struct TeXTextTests {
    @Test(
        arguments: [
            (#"G{\"o}del, Escher"#, "Gödel, Escher"), (#"Erd\H{o}s and \v{C}apek"#, "Erdős and Čapek"),
            (#"\'Etude na\"{\i}ve"#, "Étude naïve"), (#"Fran\c{c}ois, \c cedille"#, "François, çedille"),
            (#"Stra{\ss}e"#, "Straße"), (#"S{\o}ren \AA{}rhus \L{}\'od\'z"#, "Søren Århus Łódź"),
            (#"\`a \^o \~n \=u \.z \u{g} \k{a} \d{s} \r{u} \b{b}"#, "à ô ñ ū ż ğ ą ṣ ů ḇ"),
            (#"10--119 --- ``quoted'' 'single'"#, "10–119 — “quoted” 'single'"),
            (##"R\&D, 5\,\% of \$10 \#1 a\_b~c"##, "R&D, 5 % of $10 #1 a_b c"),
            (#"{The} {GNU} {{L}ibrary}"#, "The GNU Library"), (#"\emph{Emma}, \textbf{bold}"#, "Emma, bold"),
            (#"{\em Emma}"#, "Emma"), (#"The $E = mc^2$ story"#, "The $E = mc^2$ story"),
            (#"Costs $5"#, "Costs $5"), (#"{\noopsort{1973b}}1973"#, "1973"),
            (#"\LaTeX{} and \TeX\ live"#, "LaTeX and TeX live"), ("two\n  lines", "two lines"),
            (#"\textbackslash{} \{x\} \textasciitilde{}"#, #"\ {x} ~"#), (#"?`Qu\'e? !`Oh!"#, "¿Qué? ¡Oh!"),
            (#"\unknowncommand{kept}"#, "kept"), (#"\href{https://example.org}{here}"#, "here"),
            (#"ends in \"#, "ends in"), (#"open \'"#, "open"), (#"\~{}a \^{}"#, "~a ^"),
            (#"hy\-phen\/ated"#, "hyphenated"), (#"{\'{\i}}{\`\i}"#, "íì"),
        ])
    func `what TeX sets is read`(tex: String, text: String) {
        #expect(TeXText.decoded(tex) == text)
    }

    @Test func `nothing is read of nothing`() {
        #expect(TeXText.decoded("") == nil && TeXText.decoded("{}") == nil && TeXText.decoded("~") == nil)
    }

    @Test(
        arguments: [
            ("Gödel ß ø", #"G{\"o}del {\ss} {\o}"#), ("Čapek, François", #"{\v{C}}apek, Fran{\c{c}}ois"#),
            ("50% & $5_#", ##"50\% \& \$5\_\#"##), ("{a}", #"\textbraceleft{}a\textbraceright{}"#),
            ("a--b ''", "a-{}-b '{}'"), ("漢 Ж ế", "漢 Ж ế"),
        ])
    func `letters and signs are written as BibTeX takes them`(text: String, tex: String) {
        #expect(TeXText.escaped(text) == tex)
    }

    @Test func `everything written is read back`() {
        var random = SeededGenerator(seed: 5)
        let pieces =
            Citations.pieces
            + [
                "--", "---", "``", "''", "?`", "\\", "{", "}", "\\'e", "{\\", "$", "$$", "~", "^", "%", "#",
                "_", "<<",
            ]
        for _ in 0..<3000 {
            let text = Citations.text(of: pieces, &random)
            guard let tidy = text.tidied else { continue }
            let tex = TeXText.escaped(tidy)
            #expect(TeXText.decoded(tex) == tidy, "\(tex)")
            let scalars = tex.unicodeScalars
            #expect(scalars.count { $0 == "{" } == scalars.count { $0 == "}" }, "\(tex)")
        }
    }

    @Test func `deep and broken nesting ends`() {
        let deep = String(repeating: #"\'{"#, count: 50_000)
        #expect(TeXText.decoded(deep) != nil)
        #expect(TeXText.decoded(String(repeating: "{", count: 200_000) + "a") == "a")
        #expect(TeXText.decoded(String(repeating: "$", count: 20_001)) != nil)
    }
}
