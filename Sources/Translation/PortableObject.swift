// Reads PO files (GNU gettext manual, section 3).

/// A PO file: the translations into one language.
package struct PortableObject: Sendable {
    /// The translations by their `msgid`; texts with plural forms have several. For those with a `msgctxt`, the name is
    /// `contextual`.
    package private(set) var messages: [String: [String]] = [:]
    /// The header's fields by their names.
    package private(set) var header: [String: String] = [:]

    /// An invalid line, numbered from 1.
    package struct Malformed: Error, Hashable {
        package var line: Int

        package init(line: Int) { self.line = line }
    }

    /// The name of a message that has a `msgctxt`, as in gettext's compiled files.
    package static func contextual(_ context: String, _ id: String) -> String { "\(context)\u{4}\(id)" }

    /// The `msgid` of such a name.
    static func id(of name: String) -> String {
        name.firstIndex(of: "\u{4}").map { String(name[name.index(after: $0)...]) } ?? name
    }

    /// - Throws: `Malformed`. Empty and fuzzy translations are left out.
    package init(_ text: String) throws(Malformed) {
        var entry = Entry()
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) {
                if entry.hasTranslation { take(&entry) }
                if line.hasPrefix("#,"), line.contains("fuzzy") { entry.isFuzzy = true }
                continue
            }
            guard let quote = line.firstIndex(of: "\""), let value = Self.unquoted(line[quote...]) else {
                throw Malformed(line: place + 1)
            }
            switch line[..<quote].split(whereSeparator: \.isWhitespace).first {
            case "msgctxt":
                if entry.hasTranslation { take(&entry) }
                entry.context = value
            case "msgid":
                if entry.hasTranslation { take(&entry) }
                (entry.id, entry.part) = (value, .id)
            case "msgid_plural": entry.part = .plural
            case let key? where key.hasPrefix("msgstr"):
                entry.forms.append(value)
                entry.part = .form
            case nil where entry.part == .id: entry.id += value
            case nil where entry.part == .form: entry.forms[entry.forms.count - 1] += value
            case nil where entry.part == .plural: break
            default: throw Malformed(line: place + 1)
            }
        }
        take(&entry)
    }

    private struct Entry {
        enum Part { case id, plural, form }

        var part: Part?
        var context: String?
        var id = ""
        var forms: [String] = []
        var isFuzzy = false
        var hasTranslation: Bool { !forms.isEmpty }
    }

    private mutating func take(_ entry: inout Entry) {
        defer { entry = Entry() }
        guard entry.hasTranslation else { return }
        guard !entry.id.isEmpty else {
            for field in entry.forms[0].split(separator: "\n") {
                let parts = field.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { header[String(parts[0])] = String(parts[1].drop { $0 == " " }) }
            }
            return
        }
        if !entry.isFuzzy, entry.forms.allSatisfy({ !$0.isEmpty }) {
            messages[entry.context.map { Self.contextual($0, entry.id) } ?? entry.id] = entry.forms
        }
    }

    /// The value of a quoted C string; `nil` if the text is not one.
    private static func unquoted(_ text: Substring) -> String? {
        var (value, rest) = ("", text.dropFirst())
        while let next = rest.popFirst() {
            switch next {
            case "\"": return rest.allSatisfy(\.isWhitespace) ? value : nil
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                switch escaped {
                case "n": value.append("\n")
                case "t": value.append("\t")
                default: value.append(escaped)
                }
            default: value.append(next)
            }
        }
        return nil
    }
}
