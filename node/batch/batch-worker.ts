// A process that runs chunks of jobs (serve-chunks.ts). Its argument, if any: the folder with what other machines sent.
import { folderContents } from './contents.js'
import { Libraries } from './disk-library.js'
import { serveChunks } from './serve-chunks.js'

const [folder] = process.argv.slice(2)
const libraries = new Libraries(folder === undefined ? undefined : folderContents(folder))
await serveChunks((place) => libraries.at(place))
