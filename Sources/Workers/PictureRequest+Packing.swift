// What is asked of a worker that is to make a picture.
import Books
import Foundation
import Scanning

extension PictureRequest: Packed {
    func pack(into bytes: inout Data) {
        page.pack(into: &bytes)
        side.pack(into: &bytes)
        part.pack(into: &bytes)
        quarters.pack(into: &bytes)
        marks.pack(into: &bytes)
        label.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            page: try Int(unpacking: &bytes), side: try Int(unpacking: &bytes),
            part: try Part?(unpacking: &bytes), quarters: try Int(unpacking: &bytes),
            marks: try [Mark](unpacking: &bytes), label: try Label?(unpacking: &bytes))
    }
}

extension PictureRequest.Mark: Packed {
    func pack(into bytes: inout Data) {
        corners.pack(into: &bytes)
        isAccepted.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            corners: try [PhotoPoint](unpacking: &bytes), isAccepted: try Bool(unpacking: &bytes))
    }
}

extension PictureRequest.Label: Packed {
    func pack(into bytes: inout Data) {
        ink.count.pack(into: &bytes)
        bytes.append(ink)
        width.pack(into: &bytes)
        isAtTop.pack(into: &bytes)
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        let ink = try bytes.take(try Int(unpacking: &bytes))
        self.init(
            ink: ink, width: try Int(unpacking: &bytes), isAtTop: try Bool(unpacking: &bytes))
    }
}

extension PictureRequest.Part: Packed {
    func pack(into bytes: inout Data) {
        for number in [x, y, width, height] { number.pack(into: &bytes) }
    }

    init(unpacking bytes: inout Data) throws(WorkerFailure) {
        self.init(
            x: try Int(unpacking: &bytes), y: try Int(unpacking: &bytes), width: try Int(unpacking: &bytes),
            height: try Int(unpacking: &bytes))
    }
}
