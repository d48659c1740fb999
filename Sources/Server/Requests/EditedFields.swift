#if Server
// Forms that are sent after what they were made from has changed.
import Foundation
import Translation

/// The fields of a form whose `former-` fields say what it was made from, put onto their present texts. What its author
/// did not touch stays as it is now, and an edit never overwrites a change that its author has not seen.
struct EditedFields: Sendable {
    /// The present texts.
    let now: [String: String]
    /// What is to be saved.
    private(set) var texts: [String: String]
    /// The fields that somebody else has changed meanwhile, to another text than the form's author.
    private(set) var conflicts: Set<String> = []

    /// - Parameter form: nothing is edited without one. Missing fields are blank, and nothing is known of what their author
    ///   saw if their `former-` fields are missing.
    init(_ now: [String: String], _ form: Form = Form()) {
        (self.now, texts) = (now, now)
        for (name, text) in now {
            let typed = Self.trimmed(form.lines(name) ?? "")
            let former = form.lines("former-\(name)").map(Self.trimmed)
            guard typed != former ?? "" else { continue }
            texts[name] = typed
            if let former, ![former, typed].contains(Self.trimmed(text)) { conflicts.insert(name) }
        }
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The values of a field for a page, with those for `former.mustache`.
    func values(_ name: String) -> Pages.Values {
        let now = now[name] ?? ""
        return [
            "name": name, "typed": texts[name] ?? "", "former": now, "isConflict": conflicts.contains(name),
            "now": now.isEmpty ? "nothing" as Phrase : Phrase(verbatim: now),
        ]
    }
}
#endif
