// MARC's language codes.
import Foundation

package enum MARCLanguage {
    /// MARC's code for a language: `ger` for `de`, `deu` and `ger`. `nil` for an unknown code.
    package static func code(_ code: String) -> String? {
        let code = code.lowercased()
        guard (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        let long = code.count == 3 ? code : Locale.LanguageCode(code).identifier(.alpha3)
        return long.map { bibliographic[$0] ?? $0 }
    }

    /// If ISO 639-2 has two codes, MARC uses the bibliographic one.
    private static let bibliographic = [
        "deu": "ger", "fra": "fre", "nld": "dut", "ell": "gre", "ces": "cze", "zho": "chi", "sqi": "alb",
        "hye": "arm", "eus": "baq", "mya": "bur", "kat": "geo", "isl": "ice", "mkd": "mac", "mri": "mao",
        "msa": "may", "fas": "per", "ron": "rum", "slk": "slo", "bod": "tib", "cym": "wel",
    ]
}
