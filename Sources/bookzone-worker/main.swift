// The fork server program that hosts start; it does nothing else.
import Sandbox

ForkServer.serve()
