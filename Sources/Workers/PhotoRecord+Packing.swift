// A worker's answer: the record whole, with the times that its written form leaves out and every digit of its numbers.
import Books
import Foundation

extension PhotoRecord: Packed {
    func pack(into bytes: inout Data) {
        photo.pack(into: &bytes)
        page.pack(into: &bytes)
        sha256.pack(into: &bytes)
        width.pack(into: &bytes)
        height.pack(into: &bytes)
        status.rawValue.pack(into: &bytes)
        isbns.pack(into: &bytes)
        candidates.pack(into: &bytes)
        warnings.pack(into: &bytes)
        milliseconds.pack(into: &bytes)
        [stages.decode, stages.bars, stages.lines, stages.ocr].pack(into: &bytes)
        error.pack(into: &bytes)
    }

    /// Without `repeats` and `photos`: no worker knows of other photos.
    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            photo: try String(unpacking: &bytes), page: try Int(unpacking: &bytes),
            sha256: try String?(unpacking: &bytes), width: try Int?(unpacking: &bytes),
            height: try Int?(unpacking: &bytes), status: try ScanStatus(packed: String(unpacking: &bytes)),
            isbns: try [ISBNReading](unpacking: &bytes), candidates: try [ISBNReading](unpacking: &bytes),
            warnings: try [String](unpacking: &bytes), milliseconds: try Double(unpacking: &bytes))
        let times = try [Double](unpacking: &bytes)
        guard times.count == 4 else { throw .ended }
        (stages.decode, stages.bars, stages.lines, stages.ocr) = (times[0], times[1], times[2], times[3])
        error = try PhotoFailure?(unpacking: &bytes)
    }
}

extension ISBNReading: Packed {
    func pack(into bytes: inout Data) {
        Int(isbn.value).pack(into: &bytes)
        confidence.pack(into: &bytes)
        label.pack(into: &bytes)
        qualifier.pack(into: &bytes)
        reason.pack(into: &bytes)
        book.pack(into: &bytes)
        witnesses.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            isbn: try ISBN(packed: &bytes), confidence: try Double(unpacking: &bytes),
            label: try String?(unpacking: &bytes),
            qualifier: try String?(unpacking: &bytes), reason: try String?(unpacking: &bytes),
            book: try Int(unpacking: &bytes), witnesses: try [Witness](unpacking: &bytes))
    }
}

extension ISBN {
    init(packed bytes: inout Data) throws(WorkerFailure) {
        guard let value = UInt64(exactly: try Int(unpacking: &bytes)), let isbn = ISBN(value: value) else {
            throw .ended
        }
        self = isbn
    }
}

extension Witness: Packed {
    func pack(into bytes: inout Data) {
        reader.rawValue.pack(into: &bytes)
        text.pack(into: &bytes)
        confidence.pack(into: &bytes)
        rotation.pack(into: &bytes)
        box.pack(into: &bytes)
        repairs.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            reader: try WitnessReader(packed: String(unpacking: &bytes)), text: try String(unpacking: &bytes),
            confidence: try Double(unpacking: &bytes), rotation: try Int(unpacking: &bytes),
            box: try [PhotoPoint](unpacking: &bytes), repairs: try [String](unpacking: &bytes))
    }
}

extension PhotoPoint: Packed {
    func pack(into bytes: inout Data) {
        x.pack(into: &bytes)
        y.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(x: try Int(unpacking: &bytes), y: try Int(unpacking: &bytes))
    }
}

extension PhotoFailure: Packed {
    func pack(into bytes: inout Data) {
        code.pack(into: &bytes)
        message.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(code: try String(unpacking: &bytes), message: try String(unpacking: &bytes))
    }
}

extension RawRepresentable<String> {
    init(packed name: String) throws(WorkerFailure) {
        guard let value = Self(rawValue: name) else { throw .ended }
        self = value
    }
}
