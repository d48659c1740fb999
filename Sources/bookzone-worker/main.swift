// What hosts start to have photos read by workers: it does nothing else.
import Sandbox

ForkServer.serve()
