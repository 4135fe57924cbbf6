// Draws the pictures of docs/concepts/papers.md from the engine's own structures, after `npm run build`:
// `node scripts/picture-papers.mjs` writes them to docs/pictures.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPath, readScene } from '../dist/node/index.js'
import { ChainTree, Necklace } from '../dist/src/entries/chains.js'
import { MeshTree } from '../dist/src/entries/meshes.js'
import { configurationsOf, SegmentCheck } from '../dist/src/entries/robots.js'
import { hull } from './picture-hull.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const round = (value) => Number(value.toFixed(2))
const COLOURS = ['#c62828', '#ef8f00', '#2c7a4b', '#1565c0']

function frame(width, height, title, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<rect width="${width}" height="${height}" rx="8" fill="#fff"/>
${body}
</svg>
`
}

/** A mapping from x, y of a scene into a rectangle of the picture, y up, to one scale. */
function placeIn(points, left, top, width, height) {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)]
  const scale = Math.min(width / (Math.max(...xs) - x0), height / (Math.max(...ys) - y0))
  return { scale, x: (x) => round(left + (x - x0) * scale), y: (y) => round(top + height - (y - y0) * scale) }
}

/** The eight corners of a box of fifteen numbers, a pose and half sizes, seen along z; the outline is drawn by their hull. */
function corners(box) {
  const out = []
  for (const a of [-1, 1]) {
    for (const b of [-1, 1]) {
      for (const c of [-1, 1]) {
        const [x, y, z] = [a * box[12], b * box[13], c * box[14]]
        out.push([0, 4].map((k) => box[k] * x + box[k + 1] * y + box[k + 2] * z + box[k + 3]))
      }
    }
  }
  return out
}

const polygon = (points, to, style) =>
  `<path d="M${points.map(([x, y]) => `${to.x(x)} ${to.y(y)}`).join('L')}Z" ${style}/>`

/** A wavy chain of 32 links before and after one joint turns: the boxes that the turn recomputes are drawn thick. */
export function chainPicture() {
  const TURNED = 13
  const centres = Array.from({ length: 32 }, (_, k) => [k * 2.2, 3 * Math.sin(k * 0.5), 0])
  const chain = ChainTree.fromSpheres(centres.flat(), 0.9)
  chain.rotate(TURNED, 0.9, [0, 0, 1])
  chain.selfCollides()
  const { nodesUpdated } = chain.stats
  const flat = chain.positions()
  const beads = centres.map((_, k) => [flat[3 * k], flat[3 * k + 1]])
  const levels = Array.from({ length: chain.levels }, (_, level) => chain.boxes(level))
  const outlines = levels.map(({ count, boxes, first, end }) =>
    Array.from({ length: count }, (_, k) => ({
      points: hull(corners(boxes.subarray(15 * k, 15 * k + 15))),
      // A joint joins its link and the next: a box changes if it holds both.
      changed: first[k] <= TURNED && end[k] > TURNED + 1,
    })),
  )
  const thick = outlines.flat().filter(({ changed }) => changed).length
  if (thick !== nodesUpdated) throw new Error(`${thick} boxes are drawn as changed, ${nodesUpdated} were`)
  const to = placeIn(
    outlines.flat().flatMap(({ points }) => points),
    20,
    20,
    680,
    250,
  )
  const drawn = outlines.flatMap((list, level) =>
    list.map(({ points, changed }) =>
      polygon(points, to, `fill="none" stroke="${COLOURS[level % 4]}" stroke-width="${changed ? 2.5 : 0.8}"`),
    ),
  )
  const balls = beads.map(
    ([x, y]) => `<circle cx="${to.x(x)}" cy="${to.y(y)}" r="${round(0.9 * to.scale)}" fill="#8fa3bd"/>`,
  )
  const words = `<text x="20" y="305">Joint ${TURNED} turned: ${nodesUpdated} boxes were recomputed (thick), all others moved along as they are.</text>`
  return frame(720, 320, 'A chain of 32 links and its boxes', [...balls, ...drawn, words].join('\n'))
}

/** The cages of a necklace in the plane, level by level, and the beads that hold the largest. */
export function cagePicture() {
  const centres = Array.from({ length: 24 }, (_, k) => [k, 2.5 * Math.sin(k * 0.55)])
  const rope = new Necklace(centres.flat(), 0.45, { dimension: 2 })
  const { count, balls, parent, basis, first } = rope.cages()
  const size = balls.length / count
  const depth = (k) => (parent[k] < 0 ? 0 : 1 + depth(parent[k]))
  const round3 = Array.from({ length: count }, (_, k) => [
    balls[size * k],
    balls[size * k + 1],
    balls[size * k + size - 1],
  ])
  const to = placeIn(
    round3.flatMap(([x, y, r]) => [
      [x - r, y - r],
      [x + r, y + r],
    ]),
    20,
    10,
    480,
    320,
  )
  const cages = round3.map(
    ([x, y, r], k) =>
      `<circle cx="${to.x(x)}" cy="${to.y(y)}" r="${round(r * to.scale)}" fill="none" stroke="${COLOURS[depth(k) % 4]}" stroke-width="${depth(k) < 2 ? 1.8 : 1}"/>`,
  )
  const width = basis.length / count
  const holding = new Set(Array.from(basis.subarray(0, width)).filter((bead) => bead >= 0))
  const beads = centres.map(
    ([x, y], k) =>
      `<circle cx="${to.x(x)}" cy="${to.y(y)}" r="${round(0.45 * to.scale)}" fill="${holding.has(k) ? '#c62828' : '#8fa3bd'}"/>`,
  )
  if (first[0] !== 0) throw new Error('the first cage is not the whole necklace')
  const words = `<text x="515" y="60">${count} cages over ${centres.length} beads.</text>
<text x="515" y="84">The largest is held by ${holding.size}</text><text x="515" y="102">beads (red). While they stay,</text><text x="515" y="120">it stays as it is.</text>`
  return frame(720, 340, 'A necklace and its cages', [...beads, ...cages, words].join('\n'))
}

/** The boxes of a world's hierarchy around an arm, level by level, from the side. */
export async function cabPicture() {
  const { world } = await readScene(at('examples/rod.json'))
  const q = world.configuration({ turn: 0, shoulder: 0.3, elbow: 1.1, wrist: 0.6 })
  // x and z of a pose, then half sizes: corners() takes the first two rows.
  const fromSide = (box) => corners([0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14].map((k) => box[k]))
  const panels = [0, 1, 2].map((level) => {
    const { boxes, holds } = world.boxes(q, level)
    return holds.flatMap((list, k) =>
      list.every(({ object }) => object.startsWith('arm/'))
        ? [hull(fromSide(boxes.subarray(15 * k, 15 * k + 15)))]
        : [],
    )
  })
  const body = panels.flatMap((list, k) => {
    const to = placeIn(panels.flat(2), 20 + 235 * k, 40, 210, 230)
    return [
      `<text x="${20 + 235 * k}" y="26">Level ${k}: ${list.length} boxes</text>`,
      ...list.map((points) =>
        polygon(points, to, `fill="#8fa3bd" fill-opacity="0.25" stroke="${COLOURS[k]}" stroke-width="1.5"`),
      ),
    ]
  })
  return frame(720, 290, 'Boxes that hold parts of an arm only, at three levels of the hierarchy', body.join('\n'))
}

/** A motion cut into intervals, pair by pair: what one proof of a free segment is made of. */
export async function intervalPicture() {
  const { world } = await readScene(at('examples/cell.json'))
  const path = configurationsOf(world, await readPath(at('examples/round-post.json')))
  const rows = path.slice(1).map((end, k) => {
    const check = new SegmentCheck(world, [path[k], end])
    const steps = []
    while (check.outcome === 'open' && steps.length < 4000) {
      check.run({ maxSteps: 1 })
      const left = check.left()
      const open = left.reduce((sum, { from, to }) => sum + to - from, 0)
      steps.push(open)
    }
    return { steps, outcome: check.outcome }
  })
  if (rows.some(({ outcome }) => outcome !== 'free')) throw new Error('the path is not free any more')
  const most = Math.max(...rows.map(({ steps }) => steps.length))
  const highest = Math.max(...rows.flatMap(({ steps }) => steps))
  const body = rows.map(({ steps }, k) => {
    const x = (n) => round(60 + (n / most) * 640)
    const y = (open) => round(20 + 210 * (1 - open / highest))
    const line = steps.map((open, n) => `${x(n + 1)} ${y(open)}`).join('L')
    return `<path d="M${line}" fill="none" stroke="${COLOURS[k % 4]}" stroke-width="1.8"/><text x="560" y="${40 + 20 * k}" fill="${COLOURS[k % 4]}">segment ${k}: ${steps.length} steps</text>`
  })
  const axes = `<path d="M60 20V230H700" fill="none" stroke="#54677f"/><text x="62" y="252">steps of the check</text><text x="14" y="130" transform="rotate(-90 14 130)" text-anchor="middle">unproved time, all pairs</text>`
  return frame(720, 265, 'How much of a motion is left to prove, step by step', [axes, ...body].join('\n'))
}

/** Two knots of triangles in k-DOPs: the same node as a box, an 18-DOP and an oriented box, seen along z. */
export function dopPicture() {
  const points = Array.from({ length: 60 }, (_, k) => {
    const t = (k / 60) * 2 * Math.PI
    return [2 * Math.cos(t) + 0.7 * Math.cos(t + 0.6), 0.8 * Math.sin(t) + 1.3 * Math.cos(t), 0.2 * Math.sin(5 * t)]
  })
  const triangles = points.flatMap((_, k) => [k, (k + 1) % 60, (k + 20) % 60])
  const kinds = ['kdop6', 'kdop18', 'obb']
  const names = { kdop6: '6-DOP: an axis-aligned box', kdop18: '18-DOP', obb: 'oriented box' }
  const to = kinds.map((_, k) =>
    placeIn(
      [
        [-3.2, -3.2],
        [3.2, 3.2],
      ],
      20 + 235 * k,
      40,
      210,
      200,
    ),
  )
  const body = kinds.flatMap((kind, k) => {
    const volume = new MeshTree({ positions: points.flat(), triangles }, { volume: kind }).volumeOf(0)
    const edges = polygon(
      outlineOf(volume),
      to[k],
      `fill="#8fa3bd" fill-opacity="0.25" stroke="${COLOURS[k]}" stroke-width="2"`,
    )
    const dots = points.map(([x, y]) => `<circle cx="${to[k].x(x)}" cy="${to[k].y(y)}" r="2" fill="#1b2430"/>`)
    return [`<text x="${20 + 235 * k}" y="26">${names[kind]}</text>`, edges, ...dots]
  })
  return frame(720, 255, 'The same points in three kinds of volumes', body.join('\n'))
}

/** Seen along z: half planes of a k-DOP whose normals lie in the plane, or the corners of a box. */
function outlineOf(volume) {
  if (volume.kind === 'box') return hull(corners([...volume.pose, ...volume.half]))
  const { directions, supports } = volume
  let points = [
    [-9, -9],
    [9, -9],
    [9, 9],
    [-9, 9],
  ]
  supports.forEach((support, k) => {
    const [x, y, z] = directions.subarray(3 * k, 3 * k + 3)
    if (z === 0) points = clip(points, [x, y], support)
  })
  return points
}

/** The part of a convex polygon with n·p ≤ bound. */
function clip(points, normal, bound) {
  const value = ([x, y]) => normal[0] * x + normal[1] * y - bound
  return points.flatMap((p, k) => {
    const next = points[(k + 1) % points.length]
    const [a, b] = [value(p), value(next)]
    const cut = () => p.map((x, i) => x + ((next[i] - x) * a) / (a - b))
    if (a <= 0) return b > 0 ? [p, cut()] : [p]
    return b <= 0 ? [cut()] : []
  })
}

export const PICTURES = {
  'chain.svg': chainPicture,
  'cages.svg': cagePicture,
  'cab.svg': cabPicture,
  'intervals.svg': intervalPicture,
  'dops.svg': dopPicture,
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(at(`docs/pictures/${name}`), await draw())
}
