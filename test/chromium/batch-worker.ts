// A worker of the page that runs jobs.
import { serveBatch } from '../../web/index.js'

serveBatch()
