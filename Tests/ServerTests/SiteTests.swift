#if Server
import Testing
@testable import Server
#endif
