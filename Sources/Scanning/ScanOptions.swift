// How a photo is to be read: what the command line's options become.
import Books

/// The part of the upright photo to read, in pixels or in percent of its sides.
public struct CropRegion: Hashable, Sendable {
    public enum Unit: Sendable { case pixels, percent }
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
    public var unit: Unit

    public init(x: Double, y: Double, width: Double, height: Double, unit: Unit) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.unit = unit
    }
}

public struct ScanOptions: Hashable, Sendable {
    /// Which witnesses may speak; both unless told otherwise.
    public var readers: Set<WitnessReader>
    /// `nil` reads the whole photo.
    public var crop: CropRegion?
    /// Clockwise degrees added to the EXIF orientation, any whole number.
    public var rotation: Int
    /// The folder of `.traineddata` files; `nil` uses the program's own and the system's.
    public var tessdata: String?
    /// The folder that receives a picture of each step; `nil` writes none.
    public var debugImages: String?

    public init(
        readers: Set<WitnessReader> = [.ocr, .barcode], crop: CropRegion? = nil, rotation: Int = 0,
        tessdata: String? = nil, debugImages: String? = nil
    ) {
        self.readers = readers
        self.crop = crop
        self.rotation = rotation
        self.tessdata = tessdata
        self.debugImages = debugImages
    }
}
