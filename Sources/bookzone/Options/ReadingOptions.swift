// Options of every command that reads photos: how they are read.
import ArgumentParser
import Batch
import Books
import Foundation
import Reading
import Sandbox

struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only this part of the upright photo: left, top, width and height, in pixels or in % of its sides.",
            valueName: "x,y,w,h", visibility: .advanced))
    var crop: CropRegion?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rotate the photo clockwise first, in addition to its EXIF orientation.", valueName: "degrees",
            visibility: .advanced)
    )
    var rotate = 0

    @Option(
        help: ArgumentHelp(
            "What to read: ocr (printed numbers), barcode, label (house labels: Code 39, Code 128, Codabar, QR), title (the largest lines of photos without an ISBN, which --lookup searches in references), or several of them. Default: \(ReaderList(readers: WitnessReader.usual)); `review` reads title, too, and `inventory scan` always label.",
            valueName: "list"))
    var readers: ReaderList?

    @Flag(
        name: .customLong("strict"),
        help: """
            Accept an ISBN only if two of these agree and nothing contradicts them: a barcode, a labelled \
            number, the same number in its other form.
            """)
    var isStrict = false

    @Option(
        help: ArgumentHelp("Load the OCR model from this folder.", valueName: "dir", visibility: .advanced),
        completion: .directory)
    var tessdata: String?

    @Option(
        help: ArgumentHelp(
            "Write a picture of each reading step into this folder.", valueName: "dir", visibility: .advanced),
        completion: .directory)
    var debugImages: String?

    @OptionGroup var workers: WorkerOptions

    func validate() throws {
        if let tessdata {
            guard PhotoPath(tessdata).isFolder else {
                throw ValidationError("--tessdata \(tessdata.shownPath): no such folder")
            }
        }
        try ResultFile.checkFolder(debugImages, "--debug-images")
        if let debugImages {
            let code = debugImages.makeFolder()
            if code != 0 {
                throw ValidationError(
                    "--debug-images \(debugImages): can't be made a folder: \(String(cString: strerror(code)))"
                )
            }
        }
    }

    /// How many photos are read at a time.
    var jobs: Int { workers.jobs }

    var scanOptions: ScanOptions {
        ScanOptions(
            readers: readers?.readers ?? WitnessReader.usual, crop: crop, rotation: rotate,
            isStrict: isStrict,
            tessdata: tessdata ?? ReadingOptions.usualTessdata, debugImages: debugImages)
    }

    /// For each photo.
    var limits: WorkerLimits { workers.limits }

    private static var usualTessdata: String? {
        let named = ProcessInfo.processInfo.environment["BOOKZONE_TESSDATA"] ?? ""
        return named.isEmpty ? nil : named
    }
}

extension ReadingOptions {
    /// The options that change a photo's record.
    func settings(lookup: Bool, _ grouping: PhotoGrouping? = nil) throws(ScanError) -> RunSettings {
        let scan = scanOptions
        let model = try scan.modelHash()
        return RunSettings(
            version: ProgramVersion.current, model: model,
            options: RunSettings.Options(
                crop: scan.crop?.text, group: grouping?.words, lookup: lookup,
                readers: scan.readers.map(\.rawValue),
                rotate: scan.rotation, strict: scan.isStrict),
            fingerprint: scan.fingerprint(model: model, grouping))
    }
}

// The part of a photo, as on a command line.
extension CropRegion: ExpressibleByArgument {
    public init?(argument: String) { self.init(text: argument) }
}

/// `ocr`, `barcode`, `label`, `title`, or several with commas between them.
struct ReaderList: ExpressibleByArgument, CustomStringConvertible {
    var readers: Set<WitnessReader>

    init(readers: Set<WitnessReader>) {
        self.readers = readers
    }

    init?(argument: String) {
        guard let readers = Set<WitnessReader>(text: argument) else { return nil }
        self.readers = readers
    }

    var description: String {
        WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: ",")
    }
}
