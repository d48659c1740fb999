// Options of every command that reads photos: how.
import ArgumentParser
import Books
import Foundation
import Scanning
import Workers

struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read only this part: left, top, width and height in pixels of the upright photo, or with % of its sides.",
            valueName: "x,y,w,h"))
    var crop: CropRegion?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Turn the photo clockwise first, on top of what its EXIF says.", valueName: "degrees")
    )
    var rotate = 0

    @Option(help: ArgumentHelp("What to read: ocr (printed numbers), barcode, or both.", valueName: "list"))
    var readers = ReaderList(readers: Set(WitnessReader.ofPictures))

    @Flag(
        name: .customLong("strict"),
        help: """
            Accept an ISBN only where two of these agree and nothing contradicts them: bars, a labelled number, the \
            same number in its other form.
            """)
    var isStrict = false

    @Option(
        help: ArgumentHelp("Take the OCR model from this folder.", valueName: "dir"), completion: .directory)
    var tessdata: String?

    @Option(
        help: ArgumentHelp("Write a picture of each step into this folder.", valueName: "dir"),
        completion: .directory)
    var debugImages: String?

    @OptionGroup var workers: WorkerOptions

    func validate() throws {
        if let tessdata {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: tessdata, isDirectory: &isFolder), isFolder.boolValue
            else {
                throw ValidationError("--tessdata \(tessdata): no such folder")
            }
        }
        if let debugImages {
            do {
                try FileManager.default.createDirectory(
                    atPath: debugImages, withIntermediateDirectories: true)
            } catch {
                throw ValidationError("--debug-images \(debugImages): can't be made a folder")
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
