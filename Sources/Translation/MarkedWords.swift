// Texts in templates and scripts that are marked for translation. They are translated once, when a site starts.

/// `[[Sign out]]` is a simple text. `[[{{count}} book|{{count}} books]]` has the two English plural forms; the first
/// value in it is the number. In a script, `[[${count} book|${count} books]]` is in a template literal, and calls a
/// function `plural(number, forms)` of the script. `[[@loan Take back]]` is `Take back` with `msgctxt "loan"`, where other
/// languages need other words than elsewhere.
package enum MarkedWords {
    /// The text between double brackets; JavaScript has `[["` in arrays.
    private static var marked: some RegexComponent<(Substring, Substring)> {
        /\[\[(?!")(.+?)\]\]/.dotMatchesNewlines()
    }

    /// Translates a template or a script.
    package static func shown(_ text: String, in language: Language) -> String {
        text.replacing(marked) { match in
            let forms = match.1.split(separator: "|").map(String.init)
            guard forms.count == 2 else { return language(words: key(match.1)) }
            if let number = forms[1].firstMatch(of: /\$\{(\w+)\}/)?.1 {
                let all = (0..<language.plurals.count).map {
                    "`\(language.plural(forms[0], forms[1], form: $0))`"
                }
                return "${plural(\(number), (\(number)) => [\(all.joined(separator: ", "))])}"
            }
            guard let number = forms[1].firstMatch(of: /\{\{(\w+)\}\}/)?.1 else {
                return language(words: String(match.1))
            }
            return (0..<language.plurals.count).map { form in
                let shown = language.plural(forms[0], forms[1], form: form)
                let name = name(of: form, String(number))
                return "{{#\(name)}}\(shown){{/\(name)}}"
            }.joined()
        }
    }

    /// The name of the flag that tells a template whether a number takes a plural form.
    package static func name(of form: Int, _ number: String) -> String { "\(number)_\(form)" }

    /// All marked texts, by which translations are found.
    package static func all(in text: String) -> [String] { text.matches(of: marked).map { key($0.1) } }

    private static func key(_ text: Substring) -> String {
        guard let context = text.prefixMatch(of: #/@(\w+) /#) else { return String(text) }
        return PortableObject.contextual(String(context.1), String(text[context.range.upperBound...]))
    }
}
