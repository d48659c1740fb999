// A bibliographic record in the terms of ISO 2709, either MARC 21 or UNIMARC.
import Books
import Foundation

package struct MARCRecord: Sendable {
    package struct Field: Sendable {
        package var tag: String
        package var indicator1: String
        package var indicator2: String
        package var subfields: [(code: String, value: String)]

        package init(
            tag: String, indicator1: String = " ", indicator2: String = " ",
            subfields: [(code: String, value: String)] = []
        ) {
            self.tag = tag
            self.indicator1 = indicator1
            self.indicator2 = indicator2
            self.subfields = subfields
        }

        /// The first subfield with this code, cleaned.
        package subscript(_ code: String) -> String? {
            subfields.lazy.filter { $0.code == code }.compactMap { $0.value.catalogueText }.first
        }

        package func all(_ codes: String) -> [String] {
            subfields.lazy.filter { codes.hasCode($0.code) }.compactMap { $0.value.catalogueText }
        }
    }

    /// 24 characters in a complete record; the lengths and addresses are filled in when it is written.
    package var leader = ""
    /// Control fields, tags 001…009: one text each, with fixed positions.
    package var control: [String: String] = [:]
    package var fields: [Field] = []

    package init() {}

    package func all(_ tags: String...) -> [Field] { fields.filter { tags.contains($0.tag) } }

    /// The first subfield with this code in the first field that has one.
    package func first(_ tag: String, _ code: String) -> String? {
        fields.lazy.filter { $0.tag == tag }.compactMap { $0[code] }.first
    }
}

extension String {
    /// Whether the codes contain this one.
    fileprivate func hasCode(_ code: String) -> Bool {
        code.utf8.count == 1 && code.utf8.first.map { utf8.contains($0) } == true
    }
}

/// A record read from a file.
package struct ReadRecord {
    package var fields = MARCRecord()
    /// The library has deleted it from its catalogue.
    package var isDeleted = false
    /// Some text is in an unsupported character set, and left out.
    package var hasUnreadText = false
}

package enum MARCError: Error {
    /// The first 24 bytes, the leader, are invalid.
    case leader
    /// The directory of fields does not fit the record's bytes.
    case directory
    case xml
}
