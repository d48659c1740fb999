// Reads one photo: from its bytes to a record with a status and witnesses.
import Books
import CCrypto
import Dispatch
import Documents
import Foundation
import Imaging
import Recognition

/// Reads photos one after another. It holds an OCR engine, so create one per worker thread and keep it.
public final class PhotoScanner {
    let options: ScanOptions
    private let engines: Engines
    /// The hash of the text model; `nil` if no text is read.
    private let model: String?
    /// The `settings` of its records.
    let settings: String
    /// Called between two steps of a page; when it returns true, the remaining steps are skipped.
    let isCancelled: () -> Bool

    /// Throws `ScanError.noModel` if text is to be read and `options.tessdata` contains no model. The OCR engine is
    /// created when a photo first needs it.
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

    /// A scanner with other options that shares this one's engines; no file is opened. Options can ask for text and titles
    /// only if this scanner reads them.
    package func asking(_ options: ScanOptions) -> PhotoScanner { PhotoScanner(self, asking: options) }

    /// Makes decoders load their plug-ins; must be called before a process gives up access to files.
    package static func makeDecodersReady() {
        PhotoFile.makeDecodersReady()
        ArchiveReader.makeReady()
    }

    /// Returns one record per page. Never throws: a photo that can't be read has a record that says why.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the photo's file.
    ///   - name: the photo's name in the records.
    public func scan(_ bytes: Data, name: String) -> [PhotoRecord] {
        var records: [PhotoRecord] = []
        scan(bytes, name: name, sha256: Self.sha256(bytes)) { records.append($0.record) }
        return records
    }

    /// Returns each page's record with its evidence as soon as the page is read.
    ///
    /// - Parameter begins: called before each page is read.
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

    /// Reads a picture that is already decoded: one record, without `sha256`.
    public func scan(_ rows: GreyRows, name: String) -> [PhotoRecord] {
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
        if reading.evidence.hasDoubtfulBarsApart {
            record.warnings.append("another barcode in it could not be read with certainty")
        }
        record.others = reading.evidence.otherReadings
        record.titleLines = reading.titleLines
        record.stages = reading.stages
        debug?.write(record, of: page)
        return PageReading(record: record, evidence: reading.evidence, taken: page.taken)
    }

    /// The hash of a photo's bytes, as in its record; `nil` if there are none.
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
        if isIncomplete { warnings.append(PhotoRecord.incompleteWarning) }
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
    /// Of running text, English first; none if no titles are read.
    let pageModels: [TextModel]
    let bars = BarReader()
    let blurredBars = BlurredBarReader()
    let scorer: any LineScorer = LineClassifier()
    private var textEngine: TextEngine?
    private var pageEngines: [Int: PageTextEngine] = [:]

    /// Throws if text or titles are to be read and their model does not exist.
    init(_ options: ScanOptions) throws(RecognitionError) {
        model = try TextModel(folder: options.readers.contains(.ocr) ? options.tessdata : nil)
        pageModels =
            options.readers.contains(.title) ? [try .installedEnglish()] + TextModel.installedOthers() : []
    }

    /// Throws if Tesseract rejects the model.
    func text() throws(RecognitionError) -> TextEngine {
        if let textEngine { return textEngine }
        let engine = try TextEngine(model)
        textEngine = engine
        return engine
    }

    /// The engine of one of `pageModels`. Throws if Tesseract rejects the model.
    func pageText(_ model: Int) throws(RecognitionError) -> PageTextEngine {
        if let engine = pageEngines[model] { return engine }
        let engine = try PageTextEngine(pageModels[model])
        pageEngines[model] = engine
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
