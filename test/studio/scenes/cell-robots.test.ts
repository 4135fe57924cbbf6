// Robots in the scene Cell, in Chromium: large and dark. test/deep/studio has all four.
import { browserTest } from '../browser.js'
import { useRobots } from './cell-robots.js'

browserTest('Cell: joints, frames, states, links and looks of robots, large and dark', (open) =>
  useRobots(open, 'desktop', 'dark'),
)
