// A process that runs chunks of jobs (serve-chunks.ts).
import { diskLibrary } from './disk-library.js'
import { serveChunks } from './serve-chunks.js'

const [folder, root] = process.argv.slice(2)
await serveChunks(diskLibrary(folder!, root!), folder!)
