// A trajectory in Rope and in Protein, at all sizes and in both themes.
import { browserTest } from '../../studio/browser.js'
import { COMBINATIONS, followTrajectory } from '../../studio/scenes/trajectory-script.js'

for (const combination of COMBINATIONS) {
  const { width, height, theme } = combination
  browserTest(`a trajectory: first contact, clashes, sequence (${width} × ${height}, ${theme})`, (open) =>
    followTrajectory(open, combination),
  )
}
