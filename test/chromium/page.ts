// The page's script: everything is worked out when a test asks for it, and once more for good measure when it asks again.
import { workAll } from './work.js'
import { workAllow } from './work-allow.js'
import { workNecklaces } from './work-necklaces.js'
import { workProteins } from './work-proteins.js'
import { workSolids } from './work-solids.js'

Object.assign(globalThis, { workAll, workAllow, workNecklaces, workProteins, workSolids })
