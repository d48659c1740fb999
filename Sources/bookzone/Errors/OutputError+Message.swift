// Messages for results that can't be written.
import Foundation
import Output

extension OutputError {
    var message: String {
        switch self {
        case .closed: "the output was closed by the program that reads it"
        case .busy(let name):
            "\(name.shownPath): another run is writing to it; wait until it ends, or choose another file"
        case .changed(let name):
            "\(name.shownPath): changed since it was opened, and was not written; start again"
        case .occupied(let name):
            "\(name.shownPath): contains other files; choose a new or empty folder, or one made by an earlier run"
        case .notEmpty(let name): "\(name.shownPath): is not empty; choose a new or empty folder"
        case .failed(let name, ENOSPC):
            "\(name.shownPath): no space left; free some space, or choose another place"
        case .failed(let name, EDQUOT):
            "\(name.shownPath): disk quota exceeded; free some space, or choose another place"
        case .failed(let name, let code):
            "\(name.shownPath): can't be written: \(String(cString: strerror(code)))"
        }
    }

    var end: Exit {
        switch self {
        case .busy, .failed(_, ENOSPC), .failed(_, EDQUOT), .failed(_, EIO), .failed(_, ESTALE),
            .failed(_, ETIMEDOUT), .failed(_, ENOMEM):
            .tryAgain
        case .closed, .changed, .failed: .outputFailed
        case .occupied, .notEmpty: .usage
        }
    }
}
