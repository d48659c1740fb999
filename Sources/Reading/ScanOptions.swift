// How photos are read.
import Books
import Foundation
import Recognition

public struct ScanOptions: Hashable, Codable, Sendable {
    /// What is read; by default, barcodes and text, but no house labels, which need more pixels than most ISBNs, and no
    /// titles, which take seconds.
    public var readers: Set<WitnessReader>
    /// `nil` reads the whole photo.
    public var crop: CropRegion?
    /// Clockwise degrees, in addition to the EXIF orientation; any integer.
    public var rotation: Int
    /// Accept an ISBN only if two witnesses agree: a barcode, a labelled number, the same number in its other form.
    public var isStrict: Bool
    /// The folder of the text model, `isbn.traineddata`; `nil` uses the built-in model.
    public var tessdata: String?
    /// The folder to which a picture of each step is written; `nil` writes none.
    public var debugImages: String?
    /// The memory that decoding a picture may need, in bytes, judged by its header before decoding. `nil` sets no
    /// limit here; workers set their own.
    public var memory: Int?

    public init(
        readers: Set<WitnessReader> = WitnessReader.usual, crop: CropRegion? = nil, rotation: Int = 0,
        isStrict: Bool = false, tessdata: String? = nil, debugImages: String? = nil,
        memory: Int? = nil
    ) {
        self.readers = readers
        self.crop = crop
        self.rotation = rotation
        self.isStrict = isStrict
        self.tessdata = tessdata
        self.debugImages = debugImages
        self.memory = memory
    }
}

// Options that may differ from photo to photo in a process that serves many users.
extension ScanOptions {
    /// These options with the per-photo ones of another; model, debug images and memory stay the same.
    package func asking(_ other: ScanOptions) -> ScanOptions {
        var options = self
        (options.readers, options.crop) = (other.readers, other.crop)
        (options.rotation, options.isStrict) = (other.rotation, other.isStrict)
        return options
    }
}

/// The part of the upright photo to read.
public struct CropRegion: Hashable, Codable, Sendable {
    /// A number of pixels, or a percentage of the photo's side.
    public struct Length: Hashable, Codable, Sendable {
        public var value: Double
        public var isPercent: Bool

        public init(_ value: Double, isPercent: Bool = false) {
            self.value = value
            self.isPercent = isPercent
        }

        func pixels(of side: Int) -> Double { isPercent ? value * Double(side) / 100 : value }
    }

    public var x: Length
    public var y: Length
    public var width: Length
    public var height: Length

    public init(x: Length, y: Length, width: Length, height: Length) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

// The text form, as in options and requests.
extension CropRegion {
    /// Left, top, width and height: `100,200,640,480`, `10%,20%,50%,30%` or a mixture.
    package init?(text: String) {
        let lengths = text.split(separator: ",", omittingEmptySubsequences: false).map(Length.init)
        guard lengths.count == 4, let x = lengths[0], let y = lengths[1], let width = lengths[2],
            let height = lengths[3], width.value > 0, height.value > 0,
            ![x, y].contains(where: { $0.isPercent && $0.value >= 100 })
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }

    package var text: String { [x, y, width, height].map(\.text).joined(separator: ",") }
}

extension CropRegion.Length {
    fileprivate var text: String {
        (value == value.rounded() ? "\(Int(value))" : "\(value)") + (isPercent ? "%" : "")
    }

    fileprivate init?(_ text: Substring) {
        let isPercent = text.hasSuffix("%")
        guard let value = Double(isPercent ? text.dropLast() : text), (0...1_000_000).contains(value) else {
            return nil
        }
        self.init(value, isPercent: isPercent)
    }
}

extension Set<WitnessReader> {
    /// The usual ones, and titles where Tesseract's English model is installed.
    package static var usualAndTitles: Set<WitnessReader> {
        (try? TextModel.installedEnglish()) == nil ? WitnessReader.usual : WitnessReader.usual.union([.title])
    }

    /// Parses `ocr`, `barcode`, `label`, `title`, or several with commas between them: the readers of pictures.
    package init?(text: String) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let readers = words.compactMap { word in WitnessReader.ofPictures.first { $0.rawValue == word } }
        guard readers.count == words.count else { return nil }
        self.init(readers)
    }
}

// The settings of a record: with another text model, program or option the result may be different.
extension ScanOptions {
    /// The SHA-256 of the text model's bytes; `nil` if no text is read. Throws `noModel` if there is no model.
    package func modelHash() throws(ScanError) -> String? {
        guard readers.contains(.ocr) else { return nil }
        do throws(RecognitionError) {
            return PhotoScanner.sha256(try TextModel(folder: tessdata).bytes)
        } catch {
            throw ScanError(error)
        }
    }

    /// The `settings` of records of photos that are read so.
    ///
    /// - Parameter model: see `modelHash`.
    package func fingerprint(model: String?) -> String {
        let crop = crop.map {
            [$0.x, $0.y, $0.width, $0.height].map { "\($0.value)\($0.isPercent ? "%" : "")" }
        }
        let turn = ((rotation % 360) + 360) % 360
        let words = [
            ProgramVersion.current, model ?? "", readers.map(\.rawValue).sorted().joined(separator: ","),
            crop?.joined(separator: ",") ?? "", "\(turn)", isStrict ? "strict" : "",
        ]
        return Self.fingerprint(words)
    }

    package static func fingerprint(_ words: [String]) -> String {
        // `sha256` is `nil` only for empty data.
        String((PhotoScanner.sha256(Data(words.joined(separator: "\n").utf8)) ?? "").prefix(16))
    }
}
