// A trajectory in Rope and in Protein, at one of the four sizes and themes; test/deep/studio goes through all.
import { browserTest } from '../browser.js'
import { COMBINATIONS, followTrajectory } from './trajectory-script.js'

for (const combination of COMBINATIONS.slice(0, 1)) {
  const { width, height, theme } = combination
  browserTest(`a trajectory: first contact, clashes, sequence (${width} × ${height}, ${theme})`, (open) =>
    followTrajectory(open, combination),
  )
}
