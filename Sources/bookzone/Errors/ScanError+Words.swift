// What a person reads when no photo can be read at all, and how the program ends. Of one photo its record says it.
import Books
import Reading

extension ScanError {
    /// What happened and what to do, in one line.
    var message: String {
        switch self {
        case .noModel(let folder):
            "\(folder): no readable isbn.traineddata; set its folder with --tessdata or BOOKZONE_TESSDATA"
        default: PhotoFailure(self).message
        }
    }

    /// How the program ends then.
    var end: Exit {
        if case .noModel = self { .usage } else { .internalError }
    }
}
