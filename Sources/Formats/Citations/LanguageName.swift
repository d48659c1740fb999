// Names of languages in other programs: those of LaTeX's babel package, BCP 47, English.
import Books

enum LanguageName {
    /// The code for a language's name in babel or in English; other text, such as a code, is unchanged.
    static func code(of name: String) -> String { codes[name.lowercased()] ?? name }

    /// babel's name for an ISO 639 code, with or without a country; `nil` if it has none.
    static func babel(_ code: String) -> String? {
        let tag = tag(code)
        return names[tag.lowercased()] ?? names[String(tag.prefix { $0 != "-" })]
    }

    /// The BCP 47 code: `en` for `eng`, `de` for `ger` and `deu`; `en-US` is unchanged.
    static func tag(_ code: String) -> String {
        guard code.utf8.count == 3, code.allSatisfy(\.isLetter) else { return code }
        return LanguageCode.shortest(code) ?? code
    }

    /// For each language the name that is written, then others that are read.
    private static let table = """
        en english american usenglish
        en-us american
        en-gb british ukenglish
        en-au australian
        en-ca canadian
        de ngerman german germanb
        de-at naustrian austrian
        de-ch nswissgerman swissgerman
        fr french francais frenchb
        fr-ca canadien acadian
        es spanish
        it italian
        pt portuguese portuges
        pt-br brazilian brazil
        nl dutch
        af afrikaans
        ar arabic
        hy armenian
        be belarusian
        bg bulgarian
        ca catalan
        zh chinese
        hr croatian
        cs czech
        da danish
        eo esperanto
        et estonian
        eu basque
        fa persian farsi
        fi finnish
        ga irish
        gd scottish
        gl galician
        el greek
        he hebrew
        hi hindi
        hu hungarian magyar
        id indonesian bahasai
        is icelandic
        ja japanese
        ko korean
        la latin
        lv latvian
        lt lithuanian
        mk macedonian
        nb norsk bokmal norwegian
        nn nynorsk
        pl polish
        ro romanian
        ru russian
        sk slovak
        sl slovene slovenian
        sr serbian
        sv swedish
        ta tamil
        th thai
        tr turkish
        uk ukrainian
        vi vietnamese
        cy welsh
        """
    private static let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    private static let names = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for row in rows {
            let parts = row[0].split(separator: "-")
            let code = parts.count == 2 ? "\(parts[0])-\(parts[1].uppercased())" : row[0]
            for name in row.dropFirst() { codes[name] = code }
        }
        return codes
    }()
}
