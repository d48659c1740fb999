// Options of every command that reads photos: how.
import ArgumentParser
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

    @Option(help: ArgumentHelp("What to read: ocr (printed numbers), barcode, or both.", valueName: "list"))
    var readers = ReaderList(readers: Set(WitnessReader.ofPictures))

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
                throw ValidationError("--tessdata \(tessdata): no such folder")
            }
        }
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
            readers: readers.readers, crop: crop, rotation: rotate, isStrict: isStrict,
            tessdata: tessdata ?? ReadingOptions.usualTessdata, debugImages: debugImages)
    }

    /// Of each photo.
    var limits: ReadingLimits { workers.limits }

    private static var usualTessdata: String? {
        let named = ProcessInfo.processInfo.environment["BOOKZONE_TESSDATA"] ?? ""
        return named.isEmpty ? nil : named
    }
}

// A part of a photo as a command line gives it.
extension CropRegion: ExpressibleByArgument {
    /// `100,200,640,480`, `10%,20%,50%,30%` or a mixture.
    public init?(argument: String) {
        let lengths = argument.split(separator: ",", omittingEmptySubsequences: false).map(Length.init)
        guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
            let height = lengths[3], width.value > 0, height.value > 0,
            ![x, y].contains(where: { $0.isPercent && $0.value >= 100 })
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    /// As it is given.
    var argument: String { [x, y, width, height].map(\.argument).joined(separator: ",") }
}

extension CropRegion.Length {
    fileprivate var argument: String { "\(value)\(isPercent ? "%" : "")".replacing(".0", with: "") }

    fileprivate init?(_ text: Substring) {
        let isPercent = text.hasSuffix("%")
        guard let value = Double(isPercent ? text.dropLast() : text), (0...1_000_000).contains(value) else {
            return nil
        }
        self.init(value, isPercent: isPercent)
    }
}

/// `ocr`, `barcode` or `ocr,barcode`.
struct ReaderList: ExpressibleByArgument, CustomStringConvertible {
    var readers: Set<WitnessReader>

    init(readers: Set<WitnessReader>) {
        self.readers = readers
    }

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let readers = words.compactMap { word in WitnessReader.ofPictures.first { $0.rawValue == word } }
        guard readers.count == words.count else { return nil }
        self.readers = Set(readers)
    }

    var description: String {
        WitnessReader.allCases.filter(readers.contains).map(\.rawValue).joined(separator: ",")
    }
}
