// The sides and angles of drawn shapes.
import Foundation
import Testing

@testable import Imaging

struct MomentsTests {
    private static func moments(_ isInside: (_ x: Double, _ y: Double) -> Bool) -> Moments {
        var moments = Moments()
        for y in Int32(0)..<200 {
            for x in Int32(0)..<200 where isInside(Double(x) - 100, Double(y) - 100) {
                moments.add(x, x + 1, y)
            }
        }
        return moments
    }

    @Test(arguments: [0.0, 20, 45, 90, 135, 170])
    func `measures a bar, however it leans`(degrees: Double) {
        let axis = Direction(degrees: degrees)
        let (length, width, angle) = Self.moments { x, y in
            abs(x * axis.x + y * axis.y) < 40.3 && abs(y * axis.x - x * axis.y) < 5.3
        }.ellipse
        #expect(abs(length - 80) < 2 && abs(width - 10) < 1.5)
        let away = abs(angle * 180 / .pi - degrees)
        #expect(min(away, 180 - away) < 1)
        #expect((0...Double.pi).contains(angle))
    }

    @Test func `adds a run as it adds its pixels`() {
        var (run, pixels) = (Moments(), Moments())
        run.add(3, 40, 7)
        for x in Int32(3)..<40 { pixels.add(x, x + 1, 7) }
        #expect(abs(run.xx - pixels.xx) < 1e-6)
        #expect(
            (run.count, run.x, run.y, run.xy, run.yy) == (
                pixels.count, pixels.x, pixels.y, pixels.xy, pixels.yy
            ))
        #expect(abs(run.ellipse.length - 37) < 0.1 && abs(run.ellipse.width - 1) < 1e-6)
    }

    @Test func `finds a square as wide as long`() {
        let (length, width, _) = Self.moments { abs($0) < 20 && abs($1) < 20 }.ellipse
        #expect(abs(length - width) < 1e-6)
    }
}
