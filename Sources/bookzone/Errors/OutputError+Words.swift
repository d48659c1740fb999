// What a person reads when results can't be written.
import Foundation
import Reporting

extension OutputError {
    /// What happened and what to do, in one line.
    var message: String {
        switch self {
        case .closed: "nobody reads the output"
        case .busy(let name): "\(name): another run is writing it; wait for its end or choose another file"
        case .changed(let name):
            "\(name): has changed since it was opened; nothing was written into it; start again"
        case .failed(let name, ENOSPC): "\(name): no space left; free some or choose another place"
        case .failed(let name, EDQUOT):
            "\(name): your disk quota is used up; free some or choose another place"
        case .failed(let name, let code): "\(name): can't be written: \(String(cString: strerror(code)))"
        }
    }
}
