// Fits through points, with and without outliers.
import Testing

@testable import Imaging

struct ParabolaTests {
    private static func points(
        _ count: Int, _ constant: Double, _ linear: Double, _ square: Double
    ) -> [(x: Double, y: Double)] {
        (0..<count).map { index in
            let x = Double(index) / Double(count - 1) * 2 - 1
            return (x, constant + linear * x + square * x * x)
        }
    }

    private static func isNear(_ fit: Parabola, _ constant: Double, _ linear: Double, _ square: Double)
        -> Bool
    {
        abs(fit.constant - constant) < 1e-6 && abs(fit.linear - linear) < 1e-6
            && abs(fit.square - square) < 1e-6
    }

    @Test(arguments: [
        (2, 3.0, 2.0, 0.0), (7, -4, 0.5, 0), (13, 100, 0, 0), (8, 1, 2, 3), (13, 0, 0, -8), (30, 50, -9, 2.5),
    ])
    func `fits what is drawn`(count: Int, constant: Double, linear: Double, square: Double) throws {
        let fit = try #require(Parabola(Self.points(count, constant, linear, square)))
        #expect(Self.isNear(fit, constant, linear, square))
    }

    @Test(arguments: [(0, 50.0), (6, 50), (6, -50), (12, 30)])
    func `leaves out what lies far off`(place: Int, away: Double) throws {
        var points = Self.points(13, 10, 4, 0)
        points[place].y += away
        #expect(Self.isNear(try #require(Parabola(points)), 10, 4, 0))
    }

    @Test func `bends no line for few points`() throws {
        let fit = try #require(Parabola(Self.points(7, 1, 2, 3)))
        #expect(fit.square == 0)
    }

    @Test func `takes the mean of points above each other`() throws {
        #expect(Self.isNear(try #require(Parabola([(0, 1), (0, 3)])), 2, 0, 0))
        #expect(Self.isNear(try #require(Parabola([(0.5, 7)])), 7, 0, 0))
        #expect(Parabola([]) == nil)
    }
}
