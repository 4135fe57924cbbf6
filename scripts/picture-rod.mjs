// Draws docs/pictures/rod.svg from the engine's own answers: an arm passes a rod two millimetres thick (examples/rod.json). A sampled
// check steps over the rod; the proof finds the contact. `node scripts/picture-rod.mjs` writes the file, after `npm run build`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPath, readScene } from '../dist/node/index.js'
import { checkMotion, configurationsOf, firstContact, sampleMotion } from '../dist/src/entries/robots.js'
import { hull } from './picture-hull.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const FILE = at('docs/pictures/rod.svg')
const RESOLUTION = 0.02
const SECONDS = 9
/** Of the loop, the end that shows the verdicts. */
const HOLD = 0.3
/** Pixels a metre, in the view of the arm and near the rod. */
const [FAR, NEAR] = [190, 2600]
const PANEL = { width: 250, height: 230 }

const round = (value) => Number(value.toFixed(2))

/** Seen from above: the outline of a box, where its link is. */
function outline(world, q, object) {
  const link = world.linkPose(q, object)
  return world.geometryOf(object).geometry.map(({ shape, pose }) => {
    const points = []
    const half = shape.kind === 'box' ? shape.half : [shape.radius, shape.radius, shape.halfLength ?? shape.radius]
    for (const x of [-1, 1]) {
      for (const y of [-1, 1]) {
        for (const z of [-1, 1]) {
          const local = transform(pose, transform(shape.pose, [x * half[0], y * half[1], z * half[2]]))
          points.push(transform(link, local).slice(0, 2))
        }
      }
    }
    return hull(points)
  })
}

function transform(p, [x, y, z]) {
  return [0, 4, 8].map((k) => p[k] * x + p[k + 1] * y + p[k + 2] * z + p[k + 3])
}

/** `d` of a path, in pixels: y is up in the scene and down in the picture. */
function line(points, scale) {
  return `M${points.map(([x, y]) => `${round(x * scale)} ${round(-y * scale)}`).join('L')}Z`
}

const degrees = (angle) => round((-angle * 180) / Math.PI)

export async function rodPicture() {
  const { world } = await readScene(at('examples/rod.json'))
  const path = configurationsOf(world, await readPath(at('examples/past-rod.json')))
  const sampled = sampleMotion(world, path, { resolution: RESOLUTION })
  const proved = checkMotion(world, path)
  const first = firstContact(world, path, { tolerance: 1e-6 })
  if (sampled.outcome !== 'sampled' || proved.outcome !== 'collision' || first.outcome !== 'collision') {
    throw new Error(`the rod is not an example any more: ${sampled.outcome}, ${proved.outcome}, ${first.outcome}`)
  }

  const touched = [first.a, proved.a].sort().join(' and ')
  if (touched !== 'arm/left_finger and arm/right_finger') throw new Error(`the words below are wrong: ${touched}`)

  const [from, to] = path.map((q) => q[0])
  const turn = (t) => from + t * (to - from)
  const samples = sampled.stats.configurations - 1
  const rod = [0.7, 0.4]
  const radius = 0.001
  // The part of the motion in which the fingers pass the rod, and the samples in it.
  const [t0, t1] = [0.575, 0.725]
  const passing = Array.from({ length: samples + 1 }, (_, k) => k / samples).filter((t) => t >= t0 && t <= t1)
  // Nothing but the first joint moves, so all that moves turns about its axis, the origin: shapes as they are at 0, then turned.
  const zero = Float64Array.from(path[0])
  zero[0] = 0
  const moving = ['arm/column', 'arm/upper_arm', 'arm/forearm', 'arm/hand', 'arm/left_finger', 'arm/right_finger']
  const arm = moving.flatMap((object) => outline(world, zero, object)).map((points) => line(points, FAR))
  const fingers = moving
    .slice(3)
    .flatMap((object) => outline(world, zero, object))
    .map((points) => line(points, NEAR))

  const end = 1 - HOLD
  const instant = (t) => round(((t - t0) / (t1 - t0)) * end)
  const loop = `dur="${SECONDS}s" repeatCount="indefinite"`
  const sweep = (last) =>
    `<animateTransform attributeName="transform" type="rotate" ${loop} keyTimes="0;${instant(last)};1" values="${degrees(turn(t0))};${degrees(turn(last))};${degrees(turn(last))}"/>`
  const jumps = `<animateTransform attributeName="transform" type="rotate" calcMode="discrete" ${loop} keyTimes="${[0, ...passing.slice(1).map(instant)].join(';')}" values="${passing.map((t) => degrees(turn(t))).join(';')}"/>`
  const appears = (t) =>
    `<animate attributeName="opacity" calcMode="discrete" ${loop} keyTimes="0;${instant(t)}" values="0;1"/>`
  const draw = (list) => list.map((d) => `<path d="${d}"/>`).join('')
  const turned = (t) => `rotate(${degrees(turn(t))})`

  const near = (
    body,
  ) => `<svg width="${PANEL.width}" height="${PANEL.height}" viewBox="${round(rod[0] * NEAR - PANEL.width / 2)} ${round(-rod[1] * NEAR - PANEL.height / 2)} ${PANEL.width} ${PANEL.height}">
<rect x="${round(rod[0] * NEAR - PANEL.width / 2)}" y="${round(-rod[1] * NEAR - PANEL.height / 2)}" width="100%" height="100%" fill="#f3f5f8"/>
${body}
</svg>`
  const rodDot = (fill) => `<circle cx="${rod[0] * NEAR}" cy="${-rod[1] * NEAR}" r="${radius * NEAR}" fill="${fill}"/>`
  const ghosts = passing
    .map((t) => `<g class="ghost" transform="${turned(t)}">${draw(fingers)}${appears(t)}</g>`)
    .join('\n')
  const left = near(
    `${ghosts}\n<g class="finger" transform="${turned(passing.at(-1))}">${draw(fingers)}${jumps}</g>\n${rodDot('#1b2430')}`,
  )
  const right = near(
    `<g class="proved" transform="${turned(first.clear.at)}">${draw(fingers)}${sweep(first.clear.at)}</g>\n${rodDot('#1b2430')}\n<g class="hit">${appears(first.at)}<circle cx="${rod[0] * NEAR}" cy="${-rod[1] * NEAR}" r="13"/></g>`,
  )
  const overview = `<svg width="190" height="${PANEL.height}" viewBox="-30 -150 190 ${PANEL.height}"><rect x="-30" y="-150" width="100%" height="100%" fill="#f3f5f8"/>
<circle r="${0.12 * FAR}" fill="#c9d1db"/>
<g class="arm" transform="${turned(first.at)}">${draw(arm)}${sweep(t1)}</g>
<circle cx="${rod[0] * FAR}" cy="${-rod[1] * FAR}" r="2" fill="#1b2430"/><circle class="lens" cx="${rod[0] * FAR}" cy="${-rod[1] * FAR}" r="11"/></svg>`

  const text = (x, y, kind, words) => `<text x="${x}" y="${y}" class="${kind}">${words}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 330" font-family="system-ui, sans-serif" role="img" aria-labelledby="title">
<title id="title">An arm passes a rod two millimetres thick. Samples every ${RESOLUTION} rad step over it; the proof stops at the contact.</title>
<style>
.ghost{fill:none;stroke:#9aa7b8}.finger,.arm{fill:#8fa3bd;fill-opacity:.75;stroke:#54677f}.proved{fill:#5aa978;fill-opacity:.8;stroke:#2c7a4b}
.hit{fill:none;stroke:#c62828;stroke-width:3}.lens{fill:none;stroke:#1b2430}
text{fill:#1b2430}.head{font-size:15px;font-weight:600}.small{font-size:12.5px}.bad{font-size:13px;font-weight:600;fill:#8a5a00}.good{font-size:13px;font-weight:600;fill:#b71c1c}
</style>
<rect width="760" height="330" rx="8" fill="#fff"/>
${text(20, 28, 'head', 'From above')}${text(230, 28, 'head', `Sampled every ${RESOLUTION} rad`)}${text(495, 28, 'head', 'Limber')}
<g transform="translate(20 40)">${overview}</g>
<g transform="translate(230 40)">${left}</g>
<g transform="translate(495 40)">${right}</g>
${text(20, 292, 'small', 'An arm turns past a rod')}${text(20, 310, 'small', '2 mm thick (in the circle).')}
${text(230, 292, 'bad', `${samples + 1} samples: nothing touches`)}${text(230, 310, 'small', 'Both fingers went through the rod.')}
${text(495, 292, 'good', `collision, from ${first.at.toFixed(4)} of the way`)}${text(495, 310, 'small', `All before it is proved free; ${first.stats.volumeTests + first.stats.leafTests} tests.`)}
</svg>
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, await rodPicture())
