// Accessibility: no serious fault that axe-core knows, in any scene. Other looks, and the walk with the Tab key, are in test/deep/studio.
import { browserTest } from '../browser.js'
import { accessScript } from './access-script.js'
import { PHONE_LIGHT } from './view-script.js'

for (const look of [PHONE_LIGHT]) {
  browserTest(`axe finds no serious fault in any scene: ${look.width} wide, ${look.theme}`, (open) =>
    accessScript(open, look, false),
  )
}
