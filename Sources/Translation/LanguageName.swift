// The names of a book's language and of its ISBN's registration group, in the language of the page.
import Foundation

package struct LanguageName: Hashable, Sendable {
    /// An ISO 639 code: `de`.
    package let code: String

    package init(code: String) { self.code = code }
}

extension Language {
    /// For example `German`, `Deutsch`, `allemand`.
    package func callAsFunction(_ name: LanguageName) -> String {
        Locale(identifier: code).localizedString(forLanguageCode: name.code) ?? name.code
    }
}

package struct RegistrationGroupName: Hashable, Sendable {
    /// As the International ISBN Agency calls it: `English language`, `Brazil`.
    package let name: String

    package init(_ name: String) { self.name = name }

    private static let languages = [
        "English language": "en", "French language": "fr", "German language": "de",
    ]
    private static let regions: [String: String] = {
        let english = Locale(identifier: "en")
        return Dictionary(
            Locale.Region.isoRegions.compactMap { region in
                english.localizedString(forRegionCode: region.identifier).map { ($0, region.identifier) }
            }, uniquingKeysWith: { first, _ in first })
    }()

    fileprivate func shown(in locale: Locale) -> String? {
        Self.languages[name].flatMap { locale.localizedString(forLanguageCode: $0) }
            ?? Self.regions[name].flatMap { locale.localizedString(forRegionCode: $0) }
    }
}

extension Language {
    /// The agency's own name in English, and where a group is no language or country that the locale has by this name.
    package func callAsFunction(_ group: RegistrationGroupName) -> String {
        (code == "en" ? nil : group.shown(in: Locale(identifier: code))) ?? group.name
    }
}
