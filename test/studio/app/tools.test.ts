// Measures, sections, pictures, videos, copies; on a phone as well in test/deep/studio.
import { browserTest } from '../browser.js'
import { toolsScript } from './tools-script.js'
import { DESKTOP_DARK } from './view-script.js'

for (const look of [DESKTOP_DARK]) {
  browserTest(`measure, cut, save, copy: ${look.width} wide, ${look.theme}`, (open) => toolsScript(open, look))
}
