// Library records in both forms of MARC 21.
import Catalogue
import Foundation
import MARC

extension FileFormat {
    package static let marc21 = FileFormat(
        name: "marc21", title: "MARC 21 (ISO 2709)",
        recognises: { MARCForm(head: $0.head) == .iso2709 },
        reader: { file, source throws(CatalogueError) in
            try MARCEntryReader(file, form: .iso2709, expected: "MARC 21", from: source)
        },
        writer: { _ in MARCWriter(form: .iso2709) })

    package static let marcxml = FileFormat(
        name: "marcxml", title: "MARCXML",
        recognises: { MARCForm(head: $0.head) == .xml },
        reader: { file, source throws(CatalogueError) in
            try MARCEntryReader(file, form: .xml, expected: "MARCXML", from: source)
        },
        writer: { _ in MARCWriter(form: .xml) })
}

struct MARCWriter: EntryWriter {
    let form: MARCForm

    var fileType: FileType {
        form == .xml
            ? FileType(media: "application/marcxml+xml", suffix: "xml")
            : FileType(media: "application/marc", suffix: "mrc")
    }

    func beginning() -> String { form == .xml ? MARCXMLWriter.beginning : "" }
    func end() -> String { form == .xml ? MARCXMLWriter.end : "" }

    func text(of book: KeptBook) -> String {
        guard let record = MARCRecord(book.book) else { return "" }
        return form == .xml ? MARCXMLWriter.text(of: record) : ISO2709.text(of: record) ?? ""
    }

    func refusal(of book: KeptBook) -> WriterRefusal {
        MARCRecord(book.book) == nil ? .incomplete : .tooLarge
    }
}
