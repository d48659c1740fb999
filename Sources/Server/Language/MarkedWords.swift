#if Server
// Words in templates and scripts, which are put into a language once, when a site starts.

/// `[[Sign out]]` is words of one kind. `[[{{count}} book|{{count}} books]]` has the forms of the plural of English; the first
/// value in it is the number.
enum MarkedWords {
    /// A template or a script in a language.
    static func shown(_ text: String, in language: Language) -> String {
        text.replacing(/\[\[(?!")(.+?)\]\]/.dotMatchesNewlines()) { match in
            let forms = match.1.split(separator: "|").map(String.init)
            guard forms.count == 2, let number = forms[1].firstMatch(of: /\{\{(\w+)\}\}/)?.1 else {
                return language(String(match.1))
            }
            return (0..<language.plurals.count).map { form in
                let shown = language.plural(forms[0], forms[1], form: form)
                let name = name(of: form, String(number))
                return "{{#\(name)}}\(shown){{/\(name)}}"
            }.joined()
        }
    }

    /// What a template asks whether a number needs a form of the plural.
    static func name(of form: Int, _ number: String) -> String { "\(number)_\(form)" }

    /// All that is marked in a text.
    static func all(in text: String) -> [String] {
        text.matches(of: /\[\[(?!")(.+?)\]\]/.dotMatchesNewlines()).map { String($0.1) }
    }
}
#endif
