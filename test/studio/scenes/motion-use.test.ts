// A motion in Chromium as a user has it, on a phone by day; the deep tests have all four looks.
import { browserTest } from '../browser.js'
import { type Look, useMotion } from './motion-script.js'

const LOOKS: readonly Look[] = [{ width: 390, height: 844, theme: 'light' }]

for (const look of LOOKS) {
  browserTest(
    `Motion: obstacles, waypoints, two paths, trajectories, ${look.width} × ${look.height}, ${look.theme}`,
    (open) => useMotion(open, look),
  )
}
