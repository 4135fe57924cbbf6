// The page's script: everything is worked out when the test asks for it, and once more for good measure when it asks again.
import { workAll } from './work.js'

;(globalThis as { workAll?: typeof workAll }).workAll = workAll
