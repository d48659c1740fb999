// How much smaller a picture may be made: by what decoders and scalers divide sides most cheaply.

package enum Reduction {
    /// - Parameters:
    ///   - longSide: in pixels.
    ///   - side: how long it must stay, in pixels.
    /// - Returns: 1, 2, 4 or 8.
    package static func largest(of longSide: Int, keeping side: Int) -> Int {
        [8, 4, 2].first { longSide / $0 >= side } ?? 1
    }
}
