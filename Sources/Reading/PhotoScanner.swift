// One photo to a verdict with its witnesses.
import Books
import CCrypto
import Dispatch
import Documents
import Foundation
import Imaging
import Recognition

/// Reads photos one after another. Holds an OCR engine, so make one a worker thread and keep it.
public final class PhotoScanner {
    let options: ScanOptions
    private let engines: Engines
    /// The hash of the text model; `nil` where no text is read.
    private let model: String?
    /// Of its records.
    let settings: String
    /// Asked between two steps of a page; when true, the rest is left undone.
    let isCancelled: () -> Bool

    /// Throws `ScanError.noModel` when text is to be read and `options.tessdata` holds no model. The OCR engine itself
    /// is made when a photo first needs it.
    public convenience init(options: ScanOptions = ScanOptions()) throws(ScanError) {
        try self.init(options: options) { false }
    }

    init(options: ScanOptions, isCancelled: @escaping () -> Bool) throws(ScanError) {
        self.options = options
        self.isCancelled = isCancelled
        model = try options.modelHash()
        settings = options.fingerprint(model: model)
        do throws(RecognitionError) { engines = try Engines(options) } catch { throw ScanError(error) }
    }

    private init(_ scanner: PhotoScanner, asking options: ScanOptions) {
        self.options = scanner.options.asking(options)
        (engines, model, isCancelled) = (scanner.engines, scanner.model, scanner.isCancelled)
        settings = self.options.fingerprint(model: options.readers.contains(.ocr) ? model : nil)
    }

    /// Reads with the same engines what these options ask for; no file is opened for it. Only a scanner that reads text can
    /// be asked to.
    package func asking(_ options: ScanOptions) -> PhotoScanner { PhotoScanner(self, asking: options) }

    /// Makes decoders load their plug-ins; must be called before a process gives up access to files.
    package static func makeDecodersReady() {
        PhotoFile.makeDecodersReady()
        ArchiveReader.makeReady()
    }

    /// One record a page. Never throws: a photo that can't be read is a record that says so.
    ///
    /// - Parameters:
    ///   - bytes: the photo's file, whole.
    ///   - name: what the record calls the photo.
    public func scan(_ bytes: Data, name: String) -> [PhotoRecord] {
        var records: [PhotoRecord] = []
        scan(bytes, name: name, sha256: Self.sha256(bytes)) { records.append($0.record) }
        return records
    }

    /// The same with what each record is made from, as soon as its page is read.
    ///
    /// - Parameter begins: called when a page is found and about to be read.
    package func scan(
        _ bytes: Data, name: String, sha256: String?, begins: () -> Void = {},
        _ receive: (PageReading) -> Void
    ) {
        var start = ContinuousClock.now
        var pages = 0
        func read(_ page: Result<PhotoFile.Page, ImagingError>) {
            pages += 1
            begins()
            receive(reading(page.mapError(ScanError.init), name, sha256, page: pages, since: start))
            start = .now
        }
        do {
            try PhotoFile(bytes, memory: options.memory).forEachPage(read)
        } catch {
            read(.failure(error))
        }
    }

    /// The same of a picture that is decoded already: one record, without a `sha256`.
    public func scan(_ rows: GrayRows, name: String) -> [PhotoRecord] {
        let start = ContinuousClock.now
        let page = Result { () throws(ScanError) in try rows.page() }
        return [reading(page, name, nil, page: 1, since: start).record]
    }

    func reading(
        _ found: Result<PhotoFile.Page, ScanError>, _ name: String, _ sha256: String?, page: Int,
        since start: ContinuousClock.Instant
    ) -> PageReading {
        var reading: PageReading
        switch found {
        case .success(let found):
            let debug = options.debugImages.map {
                DebugImages(folder: $0, photo: name, sha256: sha256 ?? "", page: page)
            }
            reading = scan(found, name, debug)
        case .failure(let error):
            reading = PageReading(
                record: PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error)))
        }
        reading.record.page = page
        reading.record.sha256 = sha256
        reading.record.settings = settings
        reading.record.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        return reading
    }

    private func scan(_ page: PhotoFile.Page, _ name: String, _ debug: DebugImages?) -> PageReading {
        var reading = PageReader(
            page, options: options, engines: engines, debug: debug, isCancelled: isCancelled)
        do {
            try reading.read()
        } catch {
            var record = PhotoRecord(photo: name, status: .failed, error: PhotoFailure(error))
            switch error {
            case .cropOutside, .badModel: (record.width, record.height) = (page.width, page.height)
            // There was no picture.
            default: break
            }
            return PageReading(record: record, taken: page.taken)
        }
        let (accepted, candidates) = reading.evidence.verdict
        var record = PhotoRecord(
            photo: name, width: page.width, height: page.height,
            status: accepted.isEmpty ? (candidates.isEmpty ? .none : .uncertain) : .found,
            isbns: accepted, candidates: candidates,
            warnings: page.warnings(isIncomplete: reading.isIncomplete))
        record.stages = reading.stages
        debug?.write(record, of: page)
        return PageReading(record: record, evidence: reading.evidence, taken: page.taken)
    }

    /// Of a photo's bytes, as its record has it; `nil` where there are none.
    package static func sha256(_ bytes: Data) -> String? {
        if bytes.isEmpty { return nil }
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        bytes.withUnsafeBytes { raw in
            _ = SHA256(raw.bindMemory(to: UInt8.self).baseAddress, raw.count, &digest)
        }
        return hexadecimal(digest)
    }

    static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension PhotoFile.Page {
    fileprivate func warnings(isIncomplete: Bool) -> [String] {
        var warnings: [String] = []
        if isIncomplete { warnings.append("file ends early or is damaged; read as far as it decodes") }
        if omitted > 0 {
            warnings.append(
                "\(omitted) more \(omitted == 1 ? "picture" : "pictures") left out, of which the file holds only what changes; "
                    + "save each by itself")
        }
        return warnings
    }
}

/// The lazily created readers of one worker.
final class Engines {
    private let model: TextModel
    let bars = BarReader()
    let blurredBars = BlurredBarReader()
    let scorer: any LineScorer = LineClassifier()
    private var textEngine: TextEngine?

    /// Throws when text is to be read with a model that is not there.
    init(_ options: ScanOptions) throws(RecognitionError) {
        model = try TextModel(folder: options.readers.contains(.ocr) ? options.tessdata : nil)
    }

    /// Throws when Tesseract does not take the model.
    func text() throws(RecognitionError) -> TextEngine {
        if let textEngine { return textEngine }
        let engine = try TextEngine(model)
        textEngine = engine
        return engine
    }
}

/// Runs an actor's work on one serial queue.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
