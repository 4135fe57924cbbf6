// A studio that follows: what is saved on disk is on the stage at once, and joints stay; a broken file is said; a server pushes worlds,
// configurations and verdicts.
import { browserTest } from '../browser.js'
import { followInBrowser, SIZES } from './follow.js'

for (const size of SIZES.slice(0, 1)) {
  browserTest(`a file and a server are followed, ${size.width} wide, ${size.theme}`, (open) =>
    followInBrowser(open, size),
  )
}
