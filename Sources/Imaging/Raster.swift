// A picture in the form that other libraries take.

/// A picture's grey values row by row, without padding: 0 black … 255 white.
package struct Raster {
    /// Valid while `GrayImage.withRaster` runs.
    package let pixels: UnsafeBufferPointer<UInt8>
    package let width: Int
    package let height: Int

    package init(pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        self.pixels = pixels
        self.width = width
        self.height = height
    }
}
