#if Server
// Template values for copies and loans.
import Accounts
import Books
import Catalogue
import Translation

/// A copy as it is shown to an account: only librarians and the borrower see who has it.
struct CopyView {
    let copy: BookCopy
    let reader: Account

    init(_ copy: BookCopy, for reader: Account) {
        self.copy = copy
        self.reader = reader
    }

    private var isLibrarian: Bool { reader.role >= .librarian }

    /// The values for `copy-row.mustache`.
    var values: Pages.Values {
        [
            "copy": copy.id.map { String($0.value) } ?? "",
            "loan": copy.loan?.id.map(String.init) ?? "",
            "copyName": copy.shownName,
            "bookPath": copy.specifier?.path ?? "", "bookHeading": copy.heading,
            "cover": CoverView(copy.specifier, .small).values,
            "place": copy.place ?? "", "condition": copy.condition ?? "",
            "otherList": copy.list == ListName.owned ? "" : Phrase(list: copy.listName ?? copy.list),
            "state": state,
            "stateKind": copy.loan?.isOverdue == true ? "overdue" : copy.state.rawValue,
            "borrower": isLibrarian || copy.loan?.person == reader.name ? copy.loan?.person ?? "" : "",
            "next": isLibrarian || copy.reservedFor == reader.name ? copy.reservedFor ?? "" : "",
            "isHeld": copy.state == .held,
            "canLend": isLibrarian && copy.loan == nil && copy.gone == nil,
            "canTakeBack": isLibrarian && copy.loan != nil, "canEdit": isLibrarian,
        ]
    }

    private var state: Phrase {
        let due = copy.loan?.due
        return switch copy.state {
        case .available: "available"
        case .lent, .reserved:
            if let due {
                copy.loan?.isOverdue == true ? "overdue since \(due)" : "lent until \(due)"
            } else {
                "lent"
            }
        case .held: "held"
        case .lost, .gone: Self.departure(copy.reason, copy.gone) ?? "lost"
        }
    }

    /// Why and when a copy left the house; `nil` for one that is there.
    static func departure(_ reason: BookCopy.Reason?, _ gone: PartialDate?) -> Phrase? {
        gone.map { day in
            switch reason {
            case .sold: "sold \(day)"
            case .lost: "lost \(day)"
            case .given: "given away \(day)"
            case .withdrawn: "withdrawn \(day)"
            case nil: "gone \(day)"
            }
        }
    }
}

extension CopyEdit {
    /// The fields of `copy-fields.mustache`; missing ones stay as they are.
    init(_ form: Form, in language: Language) { self.init(Self.texts("", form, language)) }

    private static func texts(_ prefix: String, _ form: Form, _ language: Language) -> [Field: String] {
        Dictionary(
            uniqueKeysWithValues: Field.allCases.compactMap { field in
                form.lines(prefix + field.rawValue).map {
                    (field, field == .list ? ListName.stored($0, in: language) : $0)
                }
            })
    }

    /// The changes made in a copy's form, and what its author saw in these fields: an edit never overwrites a change
    /// that its author has not seen.
    static func changes(in form: Form, _ language: Language) -> (edit: CopyEdit, former: CopyEdit) {
        let former = texts("former-", form, language)
        return (CopyEdit(texts("", form, language).filter { former[$0.key] != $0.value }), CopyEdit(former))
    }

    /// A copy that is not stored yet has no fields that say it is gone.
    ///
    /// - Parameters:
    ///   - typed: what was typed if it could not be saved; `nil` for the copy as it is.
    ///   - conflicts: what somebody else has changed meanwhile.
    static func values(
        of copy: BookCopy, typed: CopyEdit? = nil, conflicts: [Field] = []
    ) -> [Pages.Values] {
        Field.allCases.filter { copy.id != nil || ![.gone, .reason].contains($0) }.map { field in
            let now = copy.text(field)
            let text = typed?.texts[field] ?? now
            func words(_ text: String) -> Phrase {
                field == .list ? Phrase(list: text) : Phrase(verbatim: text)
            }
            return [
                "name": field.rawValue, "label": field.label, "hint": field.hint,
                "typed": words(text), "former": words(now), "isNotes": field == .notes,
                "reasons": field == .reason
                    ? [["value": "", "words": "" as Phrase, "isChosen": text.isEmpty]]
                        + BookCopy.Reason.allCases.map {
                            ["value": $0.rawValue, "words": $0.word, "isChosen": text == $0.rawValue]
                                as Pages.Values
                        } : [Pages.Values](),
                "isReason": field == .reason, "isLine": field != .reason && field != .notes,
                "isConflict": conflicts.contains(field),
                "now": now.isEmpty
                    ? "nothing" : (field == .reason ? copy.reason?.word : nil) ?? words(now),
            ]
        }
    }
}

extension BookCopy {
    /// Its label, or its number if it has none.
    var shownName: String { label ?? id.map { String($0.value) } ?? "" }

    /// The title of its book, or its number.
    var heading: String { title ?? isbn?.hyphenated ?? book?.description ?? "" }
}

extension BookCopy.Reason {
    fileprivate var word: Phrase {
        switch self {
        case .sold: "sold"
        case .lost: "lost"
        case .given: "given away"
        case .withdrawn: "withdrawn"
        }
    }
}

extension CopyEdit.Field {
    var label: Phrase {
        switch self {
        case .label: "Label"
        case .list: "List"
        case .place: "Place"
        case .condition: "Condition"
        case .price: "Price"
        case .acquired: "Acquired"
        case .gone: "Gone since"
        case .reason: "Reason"
        case .notes: "Notes"
        }
    }

    fileprivate var hint: Phrase {
        switch self {
        case .label: "The number or the barcode that you put on it"
        case .place: "Such as room/case/shelf"
        case .price: "Such as 12.50 EUR"
        case .acquired, .gone: "A year, a month or a day: 2021, 2021-03 or 2021-03-14"
        case .list, .condition, .reason, .notes: ""
        }
    }
}

extension CatalogueError {
    /// What is wrong with the data of a copy, or why it can't be lent, as a sentence; `nil` for other errors.
    var ofCopy: Phrase? {
        switch self {
        case .wrongCopy(.field(let error)):
            switch error.field {
            case .price: "The price must be an amount and a currency, such as 12.50 EUR."
            case .acquired, .gone: PartialDate(typed: error.text) == nil ? .wrongDate : .futureDate
            default: "“\(error.text)” can't be used here."
            }
        case .wrongCopy(.label(let label)): "“\(label)” can't be a label."
        case .wrongCopy(.isbnAsLabel(let label)): "“\(label)” is an ISBN, which can't be a label."
        case .wrongCopy(.wanted): "A copy is not wanted any more. Choose another list."
        case .wrongCopy(.gone): "The copy is gone."
        case .wrongCopy(.goneBeforeAcquired): "A copy can't be gone before it was acquired."
        case .wrongCopy(.changedMeanwhile):
            "Somebody else has changed this copy meanwhile. Nothing is saved yet: look at both, then save."
        case .wrongCopy(.overlong(let limit)): "A label or a place has at most \(limit) bytes."
        case .takenLabel(let label, _): "Another copy has the label “\(label)”."
        case .notAllowed(.remove, _): "The copy is lent. It has to come back first."
        case .notAllowed(.takeBack, let copy):
            copy.loan.map {
                "The copy came back meanwhile, and is lent to \($0.person) now. Nothing was changed."
            } ?? "The copy is not lent."
        case .notAllowed(.lend, let copy):
            switch copy.state {
            case .held: "The copy is held for \(copy.reservedFor ?? ""), who reserved the book."
            case .lent, .reserved: "The copy is lent already."
            case .lost, .gone, .available: "The copy is gone."
            }
        case .notReserved(_, .noCopies): "There is no copy of this book to reserve."
        case .notReserved(_, .borrowed(let person)): "\(person) has a copy of this book already."
        case .notReserved(_, .reserved(let person)): "\(person) has reserved this book already."
        case .notReserved(_, .notReserved(let person)): "\(person) has not reserved this book."
        default: nil
        }
    }
}
#endif
