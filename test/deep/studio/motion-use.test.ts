// A motion in Chromium as a user has it: both sizes, both themes.
import { browserTest } from '../../studio/browser.js'
import { useMotion } from '../../studio/scenes/motion-script.js'

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  for (const theme of ['dark', 'light'] as const) {
    browserTest(`Motion: obstacles, waypoints, two paths, trajectories, ${width} × ${height}, ${theme}`, (open) =>
      useMotion(open, { width, height, theme }),
    )
  }
}
