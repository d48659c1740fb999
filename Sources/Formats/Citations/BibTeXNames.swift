// Names and lists in BibTeX's notation: `Neumann, John von and {World Health Organization}`.
import Books

enum BibTeXNames {
    /// - Parameter list: names separated by `and`; `and others` is dropped.
    static func contributors(_ list: String, role: Contributor.Role) -> [Contributor] {
        TeXList.parts(list, betweenWords: "and").compactMap { name in
            name.tidied?.lowercased() == "others" ? nil : contributor(name, role)
        }
    }

    private static func contributor(_ name: String, _ role: Contributor.Role) -> Contributor? {
        let parts = TeXList.parts(name, at: ",")
        if let name = biblatex(parts) ?? divided(parts) ?? braced(name) {
            return Contributor(name, role: role)
        }
        // A name without comma is already in the order "First von Last".
        return TeXText.decoded(name).map { Contributor(name: $0, role: role) }
    }

    /// `von Last, Jr, First`.
    private static func divided(_ parts: [String]) -> PersonalName? {
        let plain = parts.map { TeXText.decoded($0) }
        guard (2...3).contains(parts.count), let family = plain[0] else { return nil }
        var (given, suffix) = parts.count == 2 ? (plain[1], nil) : (plain[2], plain[1])
        // A suffix in the place of the given names: `King, Martin Luther, Jr.`, `King, Jr.`.
        if let word = given, PersonalName.isSuffix(word) { (given, suffix) = (suffix, given) }
        return PersonalName(family: family, given: given, suffix: suffix)
    }

    /// `{World Health Organization}`, `Gabriel {García Márquez}`: what is in braces belongs together.
    private static func braced(_ name: String) -> PersonalName? {
        let words = TeXList.parts(name, at: " ").filter { !$0.isEmpty }
        guard let last = words.last, last.hasPrefix("{"), last.hasSuffix("}"),
            let family = TeXText.decoded(last),
            family.contains(" ")
        else { return nil }
        let given = TeXText.decoded(words.dropLast().joined(separator: " "))
        return given.map { PersonalName(family: family, given: $0) } ?? PersonalName(literal: family)
    }

    /// Parses `family=Neumann, given=John, prefix=von`; `nil` if it is in another form.
    private static func biblatex(_ parts: [String]) -> PersonalName? {
        var named: [String: String] = [:]
        for part in parts {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, let key = sides[0].tidied?.lowercased() else { return nil }
            named[key] = TeXText.decoded(sides[1])
        }
        guard let family = named["family"] else { return nil }
        return PersonalName(
            family: family, given: named["given"], particle: named["prefix"], suffix: named["suffix"])
    }

    static func written(_ names: [PersonalName]) -> String {
        names.map(written).joined(separator: " and ")
    }

    private static func written(_ name: PersonalName) -> String {
        if name.isWhole, name.isLiteral || name.family.contains(" ") && name.particle == nil {
            return "{\(TeXText.escaped(name.inFull))}"
        }
        return [name.inFull, name.suffix, name.given].compactMap { $0.map(part) }.joined(separator: ", ")
    }

    /// BibTeX divides names at hyphens, too, and drops those before and after a part.
    private static func part(_ text: String) -> String {
        let escaped = TeXList.escaped(text)
        let ends = [escaped.utf8.first, escaped.utf8.last]
        return ends.contains(UInt8(ascii: "-")) ? "{\(escaped)}" : escaped
    }
}

/// Several values in one field; text in braces is not split.
enum TeXList {
    static func parts(_ text: String, at separator: Unicode.Scalar) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var level = 0
        for scalar in text.unicodeScalars {
            level += scalar.braceStep
            if level == 0, scalar == separator {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.map { String($0) }
    }

    /// - Parameter separator: in lowercase; compared without regard to case.
    static func parts(_ text: String, betweenWords separator: String) -> [String] {
        var parts: [[String]] = [[]]
        var level = 0
        for word in words(text) {
            if level == 0, word.lowercased() == separator {
                parts.append([])
            } else {
                parts[parts.count - 1].append(word)
            }
            level += word.unicodeScalars.reduce(0) { $0 + $1.braceStep }
        }
        return parts.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
    }

    /// In braces if it contains the separator of a list.
    static func escaped(_ text: String) -> String {
        let escaped = TeXText.escaped(text)
        let isSplit =
            escaped.unicodeScalars.contains { ",;=".unicodeScalars.contains($0) }
            || words(escaped).contains { ["and", "others"].contains($0.lowercased()) }
        return isSplit ? "{\(escaped)}" : escaped
    }

    /// A mark that combines with a space or brace does not change its meaning.
    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
    }
}

extension Unicode.Scalar {
    fileprivate var braceStep: Int { self == "{" ? 1 : self == "}" ? -1 : 0 }
}
