// One photo to a verdict with its witnesses.
import Books
import CCrypto
import Foundation
import Imaging
import Recognition

/// Reads photos one after another. Holds an OCR engine, so make one a worker thread and keep it.
public final class PhotoScanner {
    private let options: ScanOptions
    private let engines: Engines

    /// Throws when the readers that are asked for can't be had.
    public init(options: ScanOptions) throws(PhotoFailure) {
        self.options = options
        engines = Engines(tessdata: options.tessdata)
    }

    /// One record a page. Never throws: a photo that can't be read is a record that says so.
    ///
    /// - Parameters:
    ///   - bytes: the photo's file, whole.
    ///   - name: what the record calls the photo.
    public func scan(_ bytes: Data, name: String) -> [PhotoRecord] {
        var start = ContinuousClock.now
        var records: [PhotoRecord] = []
        let sha256 = bytes.isEmpty ? nil : Self.sha256(bytes)
        func add(_ result: Result<PhotoRecord, ImagingError>) {
            let page = records.count + 1
            var record: PhotoRecord
            switch result {
            case .success(let read): record = read
            case .failure(let error):
                record = PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error))
            }
            record.photo = name
            record.page = page
            record.sha256 = sha256
            record.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            start = .now
            records.append(record)
        }
        do {
            try PhotoFile(bytes).forEachPage { page in
                let debug = options.debugImages.map {
                    DebugImages(folder: $0, photo: name, sha256: sha256 ?? "", page: records.count + 1)
                }
                add(
                    page.flatMap { page in
                        Result { () throws(ImagingError) in try read(page, name, debug) }
                    })
            }
        } catch {
            add(.failure(error))
        }
        return records
    }

    private func read(
        _ page: PhotoFile.Page, _ name: String, _ debug: DebugImages?
    ) throws(ImagingError) -> PhotoRecord {
        func failed(_ code: String, _ message: String) -> PhotoRecord {
            PhotoRecord(
                photo: name, width: page.width, height: page.height, status: .failed,
                error: PhotoFailure(code: code, message: message))
        }
        var reading = PageReader(page, options: options, engines: engines, debug: debug)
        do {
            try reading.read()
        } catch {
            switch error {
            case .imaging(let error): throw error
            case .recognition(let error): return failed("no-model", error.message)
            case .cropOutside:
                return failed(
                    "crop",
                    "the crop lies outside its \(page.width)×\(page.height) pixels; choose a part inside")
            }
        }
        let (accepted, candidates) = reading.evidence.verdict
        var record = PhotoRecord(
            photo: name, width: page.width, height: page.height,
            status: accepted.isEmpty ? (candidates.isEmpty ? .none : .uncertain) : .found,
            isbns: accepted, candidates: candidates,
            warnings: reading.isIncomplete ? ["file ends early or is damaged; read as far as it decodes"] : []
        )
        record.stages = reading.stages
        debug?.write(record, of: page)
        return record
    }

    private static func sha256(_ bytes: Data) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        bytes.withUnsafeBytes { raw in
            _ = SHA256(raw.bindMemory(to: UInt8.self).baseAddress, raw.count, &digest)
        }
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
