// REFINED-ADAPTIVE-BISECTION of 2004 beside `checkMotion`, on the scenes of the paper.
import { loadScene, PAPER_SCENES } from '../../lab/adaptive/scenes.js'
import { drawColliding, drawFree } from '../../lab/adaptive/segments.js'
import { checkMotionAsPublished } from '../../lab/published/check-motion.js'
import { checkMotion, type World } from '../../src/entries/robots.js'
import { once } from '../against/own-case.js'
import { type SpeedCase, type SpeedSize, speedCase } from './speed-case.js'

type Segment = readonly [Float64Array, Float64Array]

/** The paper's δ. */
const DELTA = 0.005

/** Segments of each kind and scene. */
const SEGMENTS = 60

const RIVALS: Readonly<Record<string, (world: World, segment: Segment) => string>> = {
  limber: (world, segment) => checkMotion(world, segment, { delta: DELTA }).outcome,
  refined: (world, segment) => checkMotionAsPublished(world, segment, { method: 'refined', delta: DELTA }).outcome,
}

export function rivalCases({ every, seed }: SpeedSize): SpeedCase[] {
  const kinds = { free: drawFree, colliding: drawColliding }
  return PAPER_SCENES.flatMap((scene) => {
    const lab = once(() => loadScene(scene))
    return Object.entries(kinds).flatMap(([kind, draw]) => {
      const drawn = once(() => draw(lab(), Math.ceil(SEGMENTS / every), seed, () => undefined))
      const prefix = `${scene}, ${kind}, δ ${DELTA}`
      return Object.entries(RIVALS).map(([who, ask]) => {
        const name = `${prefix}, ${who}`
        const rival = who === 'limber' ? {} : { rivalOf: `${prefix}, limber`, leastTimes: 1 }
        return speedCase({
          name,
          unit: 'µs',
          order: 'passes',
          load: async () => ({ inputs: await drawn(), figures: [{ name, of: 'mean', ...rival }] }),
          make: (inputs) => {
            const { world } = lab()
            return { items: inputs.length, run: (i) => (ask(world, inputs[i]!) === 'free' ? 1 : 0) }
          },
        })
      })
    })
  })
}
