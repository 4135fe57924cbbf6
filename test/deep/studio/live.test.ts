// A studio that follows, in the sizes and themes that `npm test` leaves out.
import { followInBrowser, SIZES } from '../../studio/app/follow.js'
import { browserTest } from '../../studio/browser.js'

for (const size of SIZES.slice(1)) {
  browserTest(`a file and a server are followed, ${size.width} wide, ${size.theme}`, (open) =>
    followInBrowser(open, size),
  )
}
