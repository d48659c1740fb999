// How a photo is to be read: what the command line's options become.
import Books

public struct ScanOptions: Hashable, Codable, Sendable {
    /// What is read; both unless told otherwise.
    public var readers: Set<WitnessReader>
    /// `nil` reads the whole photo.
    public var crop: CropRegion?
    /// Clockwise degrees added to the EXIF orientation, any whole number.
    public var rotation: Int
    /// Accept an ISBN only where two witnesses agree: bars, a labelled number, the same number in its other form.
    public var isStrict: Bool
    /// The folder that holds `isbn.traineddata`, the text model; `nil` takes the package's own.
    public var tessdata: String?
    /// The folder that receives a picture of each step; `nil` writes none.
    public var debugImages: String?
    /// Bytes that decoding a picture may take: what its header promises is compared with it first. `nil` sets no bound,
    /// and workers set their own.
    public var memory: Int?

    public init(
        readers: Set<WitnessReader> = [.ocr, .barcode], crop: CropRegion? = nil, rotation: Int = 0,
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
