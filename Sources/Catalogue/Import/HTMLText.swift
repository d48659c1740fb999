// Reviews come with the marks of the site they were written on; a reader wants the words.

import Books

enum HTMLText {
    /// Line breaks and paragraphs become line ends, other marks go, the common entities are decoded.
    static func plain(_ html: String) -> String {
        guard html.contains("<") || html.contains("&") else { return html.tidiedLines }
        return html.replacing(/<br\s*\/?>|<\/p>/.ignoresCase(), with: "\n").replacing(
            /<\/?[a-zA-Z][^<>]*>/, with: ""
        )
        .withoutEntities.tidiedLines
    }
}
