#if Server
// An account that sends many photos does not delay others.
import TestSupport
import Testing

@testable import Server

struct PhotoQueueTests {
    private func all(_ queue: PhotoQueue) -> [String] {
        var (queue, order) = (queue, [String]())
        while let id = queue.next() { order.append(id) }
        return order
    }

    @Test func `accounts take turns, and awaited photos come first`() {
        var queue = PhotoQueue()
        for number in 1...4 { queue.append("m\(number)", of: 1, isAwaited: false) }
        for number in 1...2 { queue.append("t\(number)", of: 2, isAwaited: false) }
        #expect(all(queue) == ["m1", "t1", "m2", "t2", "m3", "m4"])
        queue.append("now", of: 1, isAwaited: true)
        queue.append("soon", of: 3, isAwaited: true)
        #expect(all(queue) == ["now", "soon", "t1", "m1", "t2", "m2", "m3", "m4"])
        #expect(queue.place(of: "now") == 0 && queue.place(of: "t2") == 4 && queue.place(of: "gone") == nil)
    }

    @Test func `each photo is read once, in its account's order`() {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<50 {
            var (queue, sent, taken) = (PhotoQueue(), [String](), [String]())
            for number in 0..<60 {
                let (account, isAwaited) = (
                    Int64.random(in: 1...4, using: &random), Bool.random(using: &random)
                )
                sent.append("\(account) \(isAwaited) \(number)")
                queue.append(sent[number], of: account, isAwaited: isAwaited)
                if Bool.random(using: &random), let id = queue.next() { taken.append(id) }
            }
            for (place, id) in all(queue).enumerated() { #expect(queue.place(of: id) == place) }
            taken += all(queue)
            #expect(Set(taken) == Set(sent) && taken.count == sent.count)
            for kind in Set(sent.map { $0.split(separator: " ").prefix(2) }) {
                func own(_ ids: [String]) -> [String] {
                    ids.filter { $0.split(separator: " ").prefix(2) == kind }
                }
                #expect(own(taken) == own(sent))
            }
        }
    }
}
#endif
