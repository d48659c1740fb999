// Reviews come with the marks of the site they were written on; a reader wants the words.

enum HTMLText {
    /// Line breaks and paragraphs become line ends, other marks go, the common entities are decoded.
    static func plain(_ html: String) -> String {
        guard html.contains("<") || html.contains("&") else { return html.tidiedLines }
        return html.replacing(/<br\s*\/?>|<\/p>/.ignoresCase(), with: "\n").replacing(
            /<\/?[a-zA-Z][^<>]*>/, with: ""
        )
        .replacing(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,5});/) { match in
            character(match.1).map { String($0) } ?? String(match.0)
        }.tidiedLines
    }

    private static func character(_ entity: Substring) -> Character? {
        if entity.hasPrefix("#x") {
            return UInt32(entity.dropFirst(2), radix: 16).flatMap(UnicodeScalar.init).map(Character.init)
        }
        if entity.hasPrefix("#") {
            return UInt32(entity.dropFirst()).flatMap(UnicodeScalar.init).map(Character.init)
        }
        return named[entity]
    }

    private static let named: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]
}
