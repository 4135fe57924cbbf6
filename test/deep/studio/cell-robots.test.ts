// Robots in the scene Cell, in Chromium: both sizes in both themes.
import { browserTest } from '../../studio/browser.js'
import { SIZES, useRobots } from '../../studio/scenes/cell-robots.js'

for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
  for (const theme of ['dark', 'light'] as const) {
    browserTest(`Cell: robots, ${size}, ${theme}`, (open) => useRobots(open, size, theme))
  }
}
