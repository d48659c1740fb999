// What a worker saw on a page, from which the record of several photos of one book is made.
import Books
import Foundation
import Scanning

extension PageReading: Packed {
    func pack(into bytes: inout Data) {
        record.pack(into: &bytes)
        evidence.observations.pack(into: &bytes)
        evidence.cutNumbers.pack(into: &bytes)
        evidence.otherBars.pack(into: &bytes)
        taken.pack(into: &bytes)
        (isDocument ? 1 : 0).pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            record: try PhotoRecord(unpacking: &bytes),
            evidence: Evidence(
                observations: try [Observation](unpacking: &bytes),
                cutNumbers: try [CutNumber](unpacking: &bytes),
                otherBars: try [Evidence.OtherBars](unpacking: &bytes)),
            taken: try Double?(unpacking: &bytes))
        isDocument = try Int(unpacking: &bytes) == 1
    }
}

extension Observation: Packed {
    func pack(into bytes: inout Data) {
        Int(isbn.value).pack(into: &bytes)
        kind.pack(into: &bytes)
        form.rawValue.pack(into: &bytes)
        label.pack(into: &bytes)
        qualifier.pack(into: &bytes)
        hyphensAgree.pack(into: &bytes)
        announcement.rawValue.pack(into: &bytes)
        provenance.rawValue.pack(into: &bytes)
        isBroken.pack(into: &bytes)
        weakest.pack(into: &bytes)
        witness.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            isbn: try ISBN(packed: &bytes), kind: try Kind(unpacking: &bytes),
            form: try ISBNForm(packed: String(unpacking: &bytes)), label: try String?(unpacking: &bytes),
            qualifier: try String?(unpacking: &bytes),
            hyphensAgree: try Bool?(unpacking: &bytes),
            announcement: try Announcement(packed: String(unpacking: &bytes)),
            provenance: try Provenance(packed: String(unpacking: &bytes)),
            isBroken: try Bool(unpacking: &bytes), weakest: try Double(unpacking: &bytes),
            witness: try Witness(unpacking: &bytes))
    }
}

extension Observation.Kind: Packed {
    func pack(into bytes: inout Data) {
        switch self {
        case .bars(let quality):
            0.pack(into: &bytes)
            quality.scanLines.pack(into: &bytes)
            quality.isMeasured.pack(into: &bytes)
        case .digitsBelowBars: 1.pack(into: &bytes)
        case .labelled: 2.pack(into: &bytes)
        case .unlabelled: 3.pack(into: &bytes)
        }
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        switch try Int(unpacking: &bytes) {
        case 0:
            self = .bars(
                Observation.BarsQuality(
                    scanLines: try Int(unpacking: &bytes), isMeasured: try Bool(unpacking: &bytes)))
        case 1: self = .digitsBelowBars
        case 2: self = .labelled
        case 3: self = .unlabelled
        default: throw .ended
        }
    }
}

extension CutNumber: Packed {
    func pack(into bytes: inout Data) {
        digits.pack(into: &bytes)
        box.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(digits: try String(unpacking: &bytes), box: try [PhotoPoint](unpacking: &bytes))
    }
}

extension Evidence.OtherBars: Packed {
    func pack(into bytes: inout Data) {
        digits.pack(into: &bytes)
        box.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(digits: try String(unpacking: &bytes), box: try [PhotoPoint](unpacking: &bytes))
    }
}
