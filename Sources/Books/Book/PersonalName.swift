// Names of people in the form in which catalogues sort them: by the family name, which is not marked in the display
// form.

/// A name in parts. A name is not divided if the parts are uncertain: a corporate body, a name in a script that has
/// no inverted form, a single name.
package struct PersonalName: Hashable, Sendable {
    /// `John`; `nil` if there is none, or the name is not divided.
    package var given: String?
    /// In lowercase before the family name, and part of it: `von`, `de la`.
    package var particle: String?
    /// The whole name if it is not divided.
    package var family: String
    /// `Jr.`, `III`.
    package var suffix: String?
    /// Whether it is not divided: `World Health Organization`, `村上春樹`.
    package var isLiteral = false

    package init(family: String, given: String? = nil, particle: String? = nil, suffix: String? = nil) {
        (self.family, self.given) = (family, given?.tidied)
        (self.particle, self.suffix) = (particle?.tidied, suffix?.tidied)
    }

    package init(literal: String) {
        family = literal
        isLiteral = true
    }

    /// - Parameter display: with the given name first: `John von Neumann Jr.`; a name with a comma is parsed as
    ///   inverted.
    package init(_ display: String) {
        let name = display.tidied ?? ""
        let divided = Self.divided(name)
        // So that a name does not change when it is written and read again.
        let isStable =
            Self.divided(divided.display) == divided
            && (divided.isWhole || PersonalName(inverted: divided.inverted) == divided)
        self = isStable ? divided : PersonalName(literal: name)
    }

    /// - Parameter inverted: `von Neumann, John, Jr.`, `von Neumann, Jr., John`, `Neumann, John von`; without a
    ///   comma, or with one at its end, the name is not divided.
    package init(inverted: String) {
        let parts = inverted.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0).tidied
        }
        var rest = parts.dropFirst().compactMap(\.self)
        let suffix = rest.firstIndex(where: Self.isSuffix).map { rest.remove(at: $0) }
        // A comma at the end marks a corporate body.
        let isMarked = parts.count > 1 && parts[parts.count - 1] == nil
        guard let family = parts[0], !isMarked, parts.count > 1, rest.count < 2 else {
            let literal =
                isMarked
                ? inverted.prefix(upTo: inverted.lastIndex(of: ",") ?? inverted.endIndex) : inverted[...]
            self.init(literal: String(literal).tidied ?? "")
            return
        }
        let (particle, name) = Self.withoutParticle(family.split(separator: " ")[...])
        let (given, behind) = Self.withoutParticleBehind(rest.first)
        self.init(
            family: name.joined(separator: " "), given: given,
            particle: [behind, particle].compactMap(\.self).joined(separator: " "), suffix: suffix)
    }

    /// Whether the inverted form is the same.
    package var isWhole: Bool { given == nil && suffix == nil }

    /// `John von Neumann Jr.`
    package var display: String {
        [given, inFull, suffix].compactMap(\.self).joined(separator: " ")
    }

    /// `von Neumann, John, Jr.`; a name that is not divided is unchanged.
    package var inverted: String {
        [inFull, given, suffix].compactMap(\.self).joined(separator: ", ")
    }

    /// The family name with its particle: `von Neumann`, `d'Alembert`.
    package var inFull: String {
        guard let particle else { return family }
        return particle.last.map { "'’-".contains($0) } == true ? particle + family : "\(particle) \(family)"
    }
}

extension PersonalName {
    private static func divided(_ name: String) -> PersonalName {
        var words = name.split(separator: " ")[...]
        if words.isEmpty || hasNoInvertedForm(name) || isBody(words) || words.contains(where: startsWithMark)
        {
            return PersonalName(literal: name)
        }
        if name.contains(",") {
            let parts = name.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let first = String(parts[0]).tidied, let last = String(parts[1]).tidied,
                isSuffix(last)
            else {
                let inverted = PersonalName(inverted: name)
                return inverted.isLiteral ? PersonalName(literal: name) : inverted
            }
            words = first.split(separator: " ")[...] + [Substring(last)]
        }
        let suffix =
            words.count > 2 && words.last.map { isSuffix(String($0)) } == true ? words.removeLast() : nil
        let start = familyStart(words)
        let (particle, family) = withoutParticle(words[start...])
        return PersonalName(
            family: family.joined(separator: " "), given: words[..<start].joined(separator: " "),
            particle: particle, suffix: suffix.map(String.init))
    }

    /// Where the family name begins, with its particle: at the first lowercase particle, before a capitalized prefix
    /// (`Ursula K. Le Guin`), before two joined names (`José Ortega y Gasset`), else at the last word.
    private static func familyStart(_ words: ArraySlice<Substring>) -> Int {
        let last = words.endIndex - 1
        if let particle = words.indices.first(where: { $0 < last && particles.contains(String(words[$0])) }) {
            let isJoint = joints.contains(String(words[particle])) && particle > words.startIndex + 1
            return isJoint ? particle - 1 : particle
        }
        var start = last
        while start > words.startIndex + 1, prefixes.contains(String(words[start - 1])) { start -= 1 }
        return start
    }

    private static func withoutParticle(
        _ words: ArraySlice<Substring>
    ) -> (particle: String?, family: ArraySlice<Substring>) {
        let particle = words.dropLast().prefix {
            particles.contains(String($0)) && !joints.contains(String($0))
        }
        return (particle.isEmpty ? nil : particle.joined(separator: " "), words.dropFirst(particle.count))
    }

    /// Given names, which stay, and what follows them.
    private static func withoutParticleBehind(_ given: String?) -> (given: String?, particle: String?) {
        let words = given?.split(separator: " ") ?? []
        let particle = words.dropFirst().reversed().prefix {
            particles.contains(String($0)) && !joints.contains(String($0))
        }
        guard !particle.isEmpty else { return (given, nil) }
        return (
            words.dropLast(particle.count).joined(separator: " "),
            particle.reversed().joined(separator: " ")
        )
    }

    /// Behind a comma and a space, such a word would not be found again: the mark combines with the space.
    private static func startsWithMark(_ word: Substring) -> Bool {
        switch word.unicodeScalars.first?.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    package static func isSuffix(_ word: String) -> Bool {
        suffixes.contains(word.lowercased().filter { $0 != "." })
    }

    /// Names of corporate bodies contain words that personal names rarely have.
    private static func isBody(_ words: ArraySlice<Substring>) -> Bool {
        guard words.count > 1 else { return false }
        let plain = words.map { $0.lowercased().trimming { !$0.isLetter && $0 != "&" } }
        return plain.first == "the" || plain.contains(where: bodies.contains)
            || plain.dropFirst().dropLast().contains(where: connectives.contains)
            || words.contains { $0.contains(where: \.isNumber) }
    }

    /// Chinese, Japanese and Korean names have the family name first; in cultures that write Thai, Lao, Tibetan,
    /// Burmese, Amharic or Khmer, people are known by their given names.
    private static func hasNoInvertedForm(_ name: String) -> Bool {
        name.unicodeScalars.contains { scalar in
            scalar.value >= 0x0E00
                && (scalar.properties.isIdeographic
                    || notInverted.contains { $0.contains(scalar.value) })
        }
    }

    private static let notInverted: [ClosedRange<UInt32>] = [
        0x0E00...0x109F, 0x1100...0x139F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3130...0x318F, 0xAC00...0xD7A3,
    ]

    private static let particles: Set = [
        "von", "vom", "zu", "zum", "zur", "van", "der", "den", "de", "da", "di", "do", "du", "del", "della",
        "dello", "degli", "dei", "des", "dos", "das", "la", "las", "le", "les", "lo", "los", "af", "av",
        "ten", "ter", "te", "'t", "’t", "ibn", "bin", "bint", "el", "al", "y", "i", "e",
    ]
    private static let joints: Set = ["y", "i", "e"]
    private static let prefixes: Set = [
        "Le", "La", "De", "Du", "Des", "Del", "Della", "Di", "Da", "Dos", "Van", "Von", "Der", "Den", "Ter",
        "Ten", "El", "Mac", "St.", "Saint", "San", "Santa", "Ó", "Ní",
    ]
    private static let suffixes: Set = [
        "jr", "sr", "ii", "iii", "iv", "phd", "md", "esq",
    ]
    private static let connectives: Set = ["of", "for", "and", "&", "und", "für", "et", "the"]
    private static let bodies: Set = [
        "academy", "académie", "agency", "akademie", "association", "bank", "bibliothek", "bibliothèque",
        "bureau", "center", "centre", "college", "commission", "committee", "company", "corporation",
        "council", "department", "editorial", "éditions", "federation", "fondation", "foundation",
        "fundación",
        "gesellschaft", "gmbh", "group", "inc", "institut", "institute", "instituto", "laboratory", "library",
        "llc", "ltd", "ministry", "museo", "museum", "musée", "nations", "office", "organisation",
        "organization", "press", "publishers", "publishing", "redaktion", "school", "society", "staff",
        "stiftung", "team", "universidad", "universidade", "university", "universität", "université",
        "verein", "verlag",
    ]
}

extension Contributor {
    /// The name in parts: as its source divided it, otherwise as names mostly are.
    package var parts: PersonalName { sortName.map { PersonalName(inverted: $0) } ?? PersonalName(name) }

    /// - Parameter parts: of the name, as a source divides it.
    package init(_ parts: PersonalName, role: Role = .author) {
        self.init(name: parts.display.tidied ?? "", role: role)
        let sort = parts.isWhole ? parts.inFull + "," : parts.inverted
        let (told, guessed) = (PersonalName(inverted: sort), PersonalName(name))
        let isGuessed = told == guessed || told.isWhole && guessed.isWhole
        if !isGuessed, told.display == name { sortName = sort }
    }

    /// - Parameter inverted: the family name first; without a comma nothing is known of its parts.
    package init(inverted: String, role: Role = .author) {
        self.init(PersonalName(inverted: inverted), role: role)
        if !inverted.contains(",") { sortName = nil }
    }
}

extension StringProtocol {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        var rest = self[...]
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest.drop(while: isTrimmed))
    }
}
