import { test } from 'vitest'
import { play } from '../chains/chain/driver.js'

// validate() asked that a box hold each link's ball or bounding box, whichever is smaller along an axis. A leaf's box can be
// smaller than both along a slanted axis and hold the link all the same: it is the link itself that must be inside.
test("[volumes-contain] a box may be smaller than a link's bounds, never than the link", () => {
  play({
    volume: 'obb',
    links: 4,
    seed: 320034,
    mixed: 0.7,
    neighbours: 0,
    exclude: false,
    merge: 'cab',
    boxes: 'snug',
    linksPerLeaf: 1,
    steps: [
      { seed: 403519, changes: 1, query: 'any', undo: false },
      { seed: 0, changes: 1, query: 'any', undo: false },
    ],
  })
})
