// File names made from what is known of the books. Whatever a title contains, every common file system accepts the
// name, and it is not hidden, a folder or a device.
import Books
import Foundation
import Output

/// A file name with fields in it: `{isbn13} {title}.{ext}`.
package struct NameTemplate: Sendable {
    package enum Field: String, CaseIterable, Sendable {
        case isbn13, isbn10, title, authors, year, publisher
        /// The file's own name, without its extension.
        case name
        /// Counts the photos of the same book, from 1.
        case number
        case ext
    }

    /// Why a text is not a template.
    package enum Fault: Error, Equatable {
        case unknownField(String)
        case unclosed
        /// It contains a slash: files stay in their folder.
        case slash
        /// It has no field, so that all files would get the same name.
        case noField
    }

    /// The values of the fields.
    package struct Values: Sendable {
        /// `nil` for a book without one.
        package var isbn: ISBN?
        package var book: Book?
        package var number: Int

        package init(isbn: ISBN?, book: Book?, number: Int) {
            (self.isbn, self.book, self.number) = (isbn, book, number)
        }
    }

    private enum Part {
        case text(String)
        case field(Field)

        var field: Field? { if case .field(let field) = self { field } else { nil } }
    }

    /// In bytes. File systems allow 255; `-123` may be added to a name that is taken, and a sidecar adds its
    /// extension and that of its temporary file.
    static let longestName = 240

    /// Without the extension.
    private let parts: [Part]

    package init(_ text: String) throws(Fault) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else { throw .unclosed }
            let word = String(rest[rest.index(after: open)..<close])
            guard let field = Field(rawValue: word) else { throw .unknownField(word) }
            parts.append(.field(field))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        if text.utf8.contains(UInt8(ascii: "/")) { throw .slash }
        // The extension is kept, whether or not the template names it.
        if parts.last?.field == .ext {
            parts.removeLast()
            if case .text(let text)? = parts.last, text.last == "." {
                parts[parts.count - 1] = .text(String(text.dropLast()))
            }
        }
        guard parts.contains(where: { $0.field != nil && $0.field != .ext }) else { throw .noField }
        self.parts = parts
    }

    /// The new name of a file, as bytes; `nil` if nothing of what the template says about the book is known.
    ///
    /// - Parameter old: its name, without its folder.
    func name(of old: String, _ values: Values) -> [UInt8]? {
        let telling = parts.compactMap(\.field).filter { $0 != .number && $0 != .ext }
        let isKnown =
            telling.isEmpty || telling.contains { $0 == .name || !Self.value(of: $0, values).isEmpty }
        guard isKnown else { return nil }
        let (stem, ending) = Self.split(old)
        let made = made(of: stem, ending, values)
        let new = Self.finished(made.before + made.name + made.after, ending)
        return new.isEmpty ? nil : (new + ending).pathBytes
    }

    /// Whether the file's name is already one that this template gives, with or without a number at its end.
    ///
    /// Otherwise a template that contains the old name would make it longer each time.
    func fits(_ old: String, _ values: Values) -> Bool {
        let (stem, ending) = Self.split(old)
        let made = made(of: stem, ending, values)
        let (before, after) = (made.before.pathBytes, made.after.pathBytes)
        let bare = Self.finished(made.before + made.after, ending).pathBytes
        return [stem, Self.withoutNumber(stem)].contains { stem in
            let bytes = stem.pathBytes
            if bytes == bare { return true }
            return place < parts.endIndex && bytes.count > before.count + after.count
                && bytes.starts(with: before) && bytes.suffix(after.count).elementsEqual(after)
        }
    }

    /// Adds the extension. A file without one does not get one from a title.
    private static func finished(_ text: String, _ ending: String) -> String {
        let stem = trimmed(text, atStart: true, atEnd: true)
        let (head, rest) = split(stem)
        return unreserved(ending.isEmpty && !rest.isEmpty ? head + "_" + rest.dropFirst() : stem)
    }

    /// The position of the old name in the template; its end if the template does not use it.
    private var place: Int { parts.firstIndex { $0.field == .name } ?? parts.endIndex }

    // MARK: Filling in

    /// Joins the parts before the old name, as much of the old name as there is room for, and the parts after it.
    private func made(
        of stem: String, _ ending: String, _ values: Values
    ) -> (before: String, name: String, after: String) {
        let room = Self.longestName - ending.utf8.count
        var texts = parts.map { part -> String in
            switch part {
            case .text(let text): Self.safe(text)
            case .field(.name): ""
            case .field(.ext): String(ending.dropFirst())
            case .field(let field):
                Self.safe(Self.value(of: field, values).replacing(".", with: ending.isEmpty ? "_" : "."))
            }
        }
        shorten(&texts, to: room)
        let hasName = place < parts.endIndex
        let before = Self.trimmed(
            Self.tidied(texts[..<place].joined()), atStart: true, atEnd: !hasName)
        let after = Self.trimmed(Self.tidied(texts[place...].joined()), atStart: false, atEnd: true)
        guard hasName else { return (before, "", "") }
        let left = room - before.pathBytes.count - after.pathBytes.count
        let (isFirst, isLast) = (before.isEmpty, after.isEmpty)
        let known = Self.trimmed(
            Self.tidied(Self.safe(stem, keepsBytes: true)), atStart: isFirst, atEnd: isLast)
        let name = Self.trimmed(Self.prefix(known, left), atStart: isFirst, atEnd: isLast)
        return (before, name, after)
    }

    private static func value(of field: Field, _ values: Values) -> String {
        switch field {
        case .isbn13: values.isbn?.isbn13 ?? ""
        case .isbn10: values.isbn?.isbn10 ?? ""
        case .title: values.book?.title ?? ""
        case .authors: (values.book?.makers ?? []).map(\.name).joined(separator: ", ")
        case .year: values.book?.year.map { "\($0)" } ?? ""
        case .publisher: values.book?.publisher ?? ""
        case .number: "\(values.number)"
        case .name, .ext: ""
        }
    }

    private static let shortened: Set<Field> = [.title, .authors, .publisher]

    /// Shortens the longest text first, so that a number after a long title stays whole.
    private func shorten(_ texts: inout [String], to room: Int) {
        while case let excess = texts.reduce(0, { $0 + $1.utf8.count }) - room, excess > 0 {
            let left = texts.indices.filter { !texts[$0].isEmpty }
            let longest = left.filter { parts[$0].field.map(Self.shortened.contains) ?? false }
                .max { texts[$0].utf8.count < texts[$1].utf8.count }
            guard let place = longest ?? left.last else { return }
            texts[place] = Self.prefix(texts[place], max(0, texts[place].utf8.count - excess))
        }
    }

    /// As many whole characters as fit into `count` bytes.
    private static func prefix(_ text: String, _ count: Int) -> String {
        var (kept, length) = (text.startIndex, 0)
        while kept < text.endIndex {
            length += String(text[kept]).pathBytes.count
            if length > count { break }
            kept = text.index(after: kept)
        }
        return String(text[..<kept])
    }

    // MARK: Safe names

    /// Characters that some common file system or shell does not accept, with the most similar ones that all do.
    private static let replacements: [Unicode.Scalar: String] = [
        "/": "-", "\\": "-", "|": "-", ":": "-", "\"": "'", "<": "(", ">": ")", "?": "", "*": "", "\0": "",
    ]

    /// Removes characters that control a terminal.
    ///
    /// - Parameter keepsBytes: whether bytes that are not valid UTF-8 stay, as in the name of an existing file.
    private static func safe(_ text: String, keepsBytes: Bool = false) -> String {
        var safe = ""
        for scalar in text.replacing(": ", with: " - ").unicodeScalars {
            if let replacement = replacements[scalar] {
                safe += replacement
            } else if String(scalar).hasStandIns {
                // A title may contain such characters, too, and one of them stands for a slash.
                if keepsBytes, String(scalar).pathBytes.allSatisfy({ $0 >= 0x80 }) {
                    safe.unicodeScalars.append(scalar)
                }
            } else if scalar.steersTerminal {
                safe += " "
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Removes the brackets, dashes and spaces around a field that has no value.
    private static func tidied(_ text: String) -> String {
        var text = text.withSingleSpaces
        for empty in ["( )", "()", "[ ]", "[]"] { text = text.replacing(empty, with: "") }
        return text.withSingleSpaces.replacing(" - - ", with: " - ")
    }

    /// A leading dot hides a file, a leading dash looks like an option, and some systems drop trailing dots and
    /// spaces.
    private static func trimmed(_ text: String, atStart: Bool, atEnd: Bool) -> String {
        var text = text[...].unicodeScalars
        while atStart, let first = text.first, " .-,".unicodeScalars.contains(first) { text.removeFirst() }
        while atEnd, let last = text.last, " .-,".unicodeScalars.contains(last) { text.removeLast() }
        return String(text)
    }

    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// Windows reserves these names for devices, whatever their extension.
    private static func unreserved(_ stem: String) -> String {
        let head = stem.prefix { $0 != "." }
        guard devices.contains(head.lowercased().trimmingCharacters(in: .whitespaces)) else { return stem }
        return head + "_" + stem[head.endIndex...]
    }

    // MARK: Parts of a name

    /// Splits at the last dot, unless it is the first character or no extension follows it. What programs append to a
    /// whole name stays with the extension: `a.jpg~`, `a.jpg (2)`; spaces at the end are dropped.
    private static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.unicodeScalars.lastIndex(of: "."), dot > name.startIndex else {
            return (name, "")
        }
        let rest = String(name.unicodeScalars[dot...])
        guard let match = rest.wholeMatch(of: /(\.[A-Za-z0-9]{1,9}(?:~| \([0-9]{1,3}\))?) */) else {
            return (name, "")
        }
        return (String(name.unicodeScalars[..<dot]), String(match.output.1))
    }

    /// `a-2.jpg`.
    static func numbered(_ name: [UInt8], _ number: Int) -> [UInt8] {
        let (stem, ending) = split(String(path: name))
        return "\(stem)-\(number)\(ending)".pathBytes
    }

    /// Of `a-2`: `a`.
    private static func withoutNumber(_ stem: String) -> String {
        guard let dash = stem.unicodeScalars.lastIndex(of: "-"),
            case let number = stem.unicodeScalars[dash...].dropFirst(), !number.isEmpty,
            number.allSatisfy({ ("0"..."9").contains($0) })
        else { return stem }
        return String(stem.unicodeScalars[..<dash])
    }
}

extension String {
    /// By scalars, because a space with a combining mark is a different character from a space.
    fileprivate var withSingleSpaces: String {
        var last: Unicode.Scalar?
        return String(
            UnicodeScalarView(
                unicodeScalars.filter { scalar in
                    defer { last = scalar }
                    return scalar != " " || last != " "
                }))
    }
}
