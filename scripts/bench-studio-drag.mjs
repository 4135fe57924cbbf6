// A frame of the Panda among 20 boxes, dragged by its handles in the studio: how many frames a second are drawn meanwhile, and what the
// proofs of the straight motion take in the page's worker. Where LIMBER_DATA names no Panda, that is said.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { dataRobot } from '../dist/bench/data-robots.js'
import { BOXES } from '../dist/bench/worlds.js'
import { clutter } from '../dist/scenes/index.js'
import { Random, World } from '../dist/src/entries/robots.js'
import { StudioPage } from '../dist/test/studio/page.js'

const FOLDER = 'KavrakiLab+vamp/resources/panda'
const MESHES = ['link0', 'link1', 'link2', 'link3', 'link4', 'link5', 'link6', 'link7', 'hand', 'finger']
const LINK = 'panda/panda_hand'
const SEED = 11
/** Pixels that the pointer goes from the middle, and milliseconds between two of its moves. */
const FAR = 110
const PAUSE = 16

/** What is dropped, where to look, and where the robot begins; or why there is nothing. */
export async function pandaAmongBoxes() {
  const data = process.env.LIMBER_DATA
  const folder = join(data ?? '', 'robots', FOLDER)
  if (data === undefined || !existsSync(join(folder, 'panda.urdf'))) {
    return { words: 'dragging a frame of the Panda: skipped, LIMBER_DATA does not name a folder with it' }
  }
  const robot = await dataRobot(data, 'panda', { srdf: true })
  const boxes = clutter(4, BOXES, 1, robot)
  const world = new World({ robots: [robot], obstacles: boxes })
  const random = new Random(SEED)
  const { lower, upper } = world
  let q = world.neutral()
  // In the middle half of the joints' ranges.
  do q = q.map((_, i) => random.range(0.75 * lower[i] + 0.25 * upper[i], 0.25 * lower[i] + 0.75 * upper[i]))
  while (world.collides(q))
  const at = [3, 7, 11].map((k) => world.linkPose(q, LINK)[k])
  const scene = {
    limber: 1,
    robots: [{ name: 'panda', urdf: 'panda.urdf', srdf: 'panda.srdf' }],
    obstacles: boxes.map(({ name, shape, pose }) => ({
      name,
      shape: { kind: 'box', size: Array.from(shape.half, (h) => 2 * h) },
      pose: { xyz: [pose[3], pose[7], pose[11]], rpy: rollPitchYaw(pose) },
    })),
  }
  const paths = ['panda.urdf', 'panda.srdf', ...MESHES.map((name) => `meshes/collision/${name}.obj`)]
  const files = Object.fromEntries(paths.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]))
  return {
    files: [{ path: 'panda.zip', content: zipSync({ 'scene.json': strToU8(JSON.stringify(scene)), ...files }) }],
    pose: { path: 'pose.json', content: JSON.stringify({ joints: world.variables, waypoints: [[...q]] }) },
    view: [at[0] + 1.6, at[1] - 1.9, at[2] + 0.7, ...at],
  }
}

function rollPitchYaw(p) {
  return [Math.atan2(p[9], p[10]), Math.atan2(-p[8], Math.hypot(p[0], p[4])), Math.atan2(p[4], p[0])]
}

/** Runs in the page: counts frames in which something is drawn. */
export function countFrames() {
  const counts = { frames: 0 }
  globalThis.limberFrames = counts
  let isDrawn = false
  const request = globalThis.requestAnimationFrame.bind(globalThis)
  globalThis.requestAnimationFrame = (work) =>
    request((now) => {
      isDrawn = false
      work(now)
    })
  for (const name of ['drawElements', 'drawArrays']) {
    const draw = WebGL2RenderingContext.prototype[name]
    WebGL2RenderingContext.prototype[name] = function (...args) {
      if (!isDrawn) counts.frames++
      isDrawn = true
      return draw.apply(this, args)
    }
  }
}

/** `page` has counted frames since before it was loaded. Returns frames a second, and the page's own median of a proof. */
export async function dragPanda(page, base, { files, pose, view }, seconds) {
  const studio = new StudioPage(page, base, '.')
  await studio.load(`#/cell?view=${view.join(',')}`)
  await studio.untilStat('closest', /mm/)
  await studio.drop(files)
  await page
    .getByRole('combobox', { name: 'Frame of' })
    .locator(`option[value="${LINK}"]`)
    .waitFor({ state: 'attached' })
  await studio.drop([pose])
  await studio.choose('Frame of', LINK)
  await page.locator('.pose-fields').waitFor()
  await page.waitForTimeout(500)
  const clear = await page.locator('.clear').boundingBox()
  const [x, y] = [clear.x + clear.width / 2, clear.y + clear.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const frames = () => page.evaluate(() => globalThis.limberFrames.frames)
  const before = await frames()
  const began = performance.now()
  for (let k = 1; performance.now() - began < 1000 * seconds; k++) {
    const t = k / 60
    await page.mouse.move(x + FAR * Math.sin(1.9 * t), y + FAR * Math.sin(1.3 * t) * Math.cos(0.7 * t))
    await page.waitForTimeout(PAUSE)
  }
  const rate = (1000 * ((await frames()) - before)) / (performance.now() - began)
  const words = await studio.stat('straight-millis')
  await page.mouse.up()
  return { frames: rate, proofMillis: Number(/([\d.]+) ms/.exec(words)?.[1]), verdict: await studio.stat('straight') }
}
