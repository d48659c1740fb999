// All tests of a run start at once. What each of them starts, such as a program or a site, would run all together:
// hundreds of processes and thousands of threads, and each test would wait for all others.

/// Limits how many tests do something at the same time; the others wait.
public actor Slots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(_ count: Int) { free = count }

    public func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    public func give() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
