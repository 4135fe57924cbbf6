// Every stage: it is fitted clear of what stands over it, turned by keys, and its colours are explained. All looks: test/deep/studio.
import { browserTest } from '../browser.js'
import { PHONE_LIGHT, viewScript } from './view-script.js'

for (const look of [PHONE_LIGHT]) {
  browserTest(`all stages fit, turn by keys and have a legend: ${look.width} wide, ${look.theme}`, (open) =>
    viewScript(open, look),
  )
}
