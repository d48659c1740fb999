// The truth of each photo in a file beside it: an object, or `pages` with an object per page.
import Books
import Foundation

extension PhotoCorpus {
    static func sidecars(in folder: String) throws(CorpusError) -> [PhotoTruth] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(path: folder)
        }
        let photos = Dictionary(grouping: names.filter { !$0.hasSuffix(".json") }) { stem($0) }
        var truths: [PhotoTruth] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            let path = "\(folder)/\(name)"
            guard let photo = photos[stem(name)], photo.count == 1 else {
                throw .sidecar(path: path, .withoutPhoto)
            }
            guard let bytes = FileManager.default.contents(atPath: path) else {
                throw .unreadable(path: path)
            }
            do {
                let pages = try JSONDecoder().decode(Sidecar.self, from: bytes).pages
                truths += pages.enumerated().map { number, page in
                    page.truth(of: PhotoPage(photo: photo[0], page: number + 1))
                }
            } catch let error as DecodingError {
                throw .sidecar(path: path, CorpusError.SidecarProblem(error))
            } catch {
                throw .sidecar(path: path, .value(at: "", message: "\(error)", nil))
            }
        }
        return truths
    }

    private static func stem(_ name: String) -> String { (name as NSString).deletingPathExtension }
}

private struct Sidecar: Decodable {
    struct Page: Decodable {
        var isbn13: [ISBN]
        var ownISBNs: [ISBN]?
        var klass: String
        var barcodeKind: String
        var printedForm: String?
        var legibility: Legibility
        var turn: Int?
        var blur: String
        var light: String

        private enum CodingKeys: String, CodingKey {
            case isbn13, klass, blur, light
            case ownISBNs = "own_isbn13"
            case barcodeKind = "barcode_kind"
            case printedForm = "printed_form"
            case legibility = "text_legible"
            case turn = "rot_cw_deg"
        }

        func truth(of page: PhotoPage) -> PhotoTruth {
            PhotoTruth(
                page: page, klass: klass, isbns: isbn13, ownISBNs: ownISBNs ?? [], barcodeKind: barcodeKind,
                printedForm: printedForm, legibility: legibility, turn: turn, blur: blur, light: light)
        }
    }

    var pages: [Page]

    private enum CodingKeys: CodingKey { case pages }

    init(from decoder: any Decoder) throws {
        let sidecar = try decoder.container(keyedBy: CodingKeys.self)
        pages =
            sidecar.contains(.pages)
            ? try sidecar.decode([Page].self, forKey: .pages) : [try Page(from: decoder)]
    }
}

extension CorpusError.SidecarProblem {
    fileprivate init(_ error: DecodingError) {
        func at(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> Self {
            let path = (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue)
            return .value(
                at: path.joined(separator: "."), message: context.debugDescription,
                context.underlyingError as? ISBNError)
        }
        self =
            switch error {
            case .keyNotFound(let key, let context): at(context, key)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                at(context)
            @unknown default: .value(at: "", message: "\(error)", nil)
            }
    }
}
