// `limber demo`: an arm passes a rod two millimetres thick. Samples step over it, the check finds the contact, the planner a way around
// it, and another program verifies the proof. On a terminal, the motion is drawn as it goes.
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { readPath, readScene } from '../node/index.js'
import {
  configurationsOf,
  firstContact,
  planNow,
  sampleMotion,
  type World,
  worldDocument,
} from '../src/entries/robots.js'
import { verifyCertificate } from '../src/verify/index.js'
import { duration } from './check/check-path-report.js'
import { drawWorld, type View } from './demo/draw-world.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { examplesFolder } from './init.js'
import { hasColour, paint } from './print/colour.js'

const VIEW: View = { azimuth: -1.1, elevation: 0.35, centre: [0.35, 0, 1.1], width: 2.4 }
const COLUMNS = 64
const ROWS = 20
const FRAMES = 36
const FRAME_MS = 45
/** Radians between samples: as fine as many planners take them. */
const RESOLUTION = 0.02

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('run the best example: a motion that samples call free, and the proof that it is not')
    .option('--still', 'draw no motion, only where the arm touches')
    .addHelpText('after', EXIT_CODE_HELP)
    .action(async ({ still }: { readonly still?: true }) => {
      process.exitCode = await runDemo(still !== true && process.stdout.isTTY === true)
    })
}

/** `moving`: the motion is drawn frame by frame, in the place of the last. */
export async function runDemo(
  moving: boolean,
  write = (text: string): unknown => process.stdout.write(text),
): Promise<number> {
  const folder = examplesFolder()
  const { world } = await readScene(join(folder, 'rod.json'))
  const path = configurationsOf(world, await readPath(join(folder, 'past-rod.json')))
  const colour = hasColour(process.stdout)
  const tint = (text: string, how: 'red' | 'green' | 'yellow' | 'bold'): string => (colour ? paint(text, how) : text)
  const say = (text = ''): unknown => write(`${text}\n`)

  let samples = 0
  const sampled = timed(() => sampleMotion(world, path, { resolution: RESOLUTION, onSample: () => samples++ }))
  const contact = timed(() => firstContact(world, path))
  if (contact.value.outcome !== 'collision') throw new Error(`the example is ${contact.value.outcome}, not a collision`)
  const { at, contact: touching } = contact.value
  const [from, to] = path as [Float64Array, Float64Array]

  say('An arm passes a rod two millimetres thick (examples/rod.json, past-rod.json).')
  say()
  for (let k = 0; moving && k < FRAMES; k++) {
    const lines = drawWorld(world, between(from, to, (at * k) / FRAMES), VIEW, COLUMNS, ROWS)
    write(`${lines.map((line) => `\x1b[2K  ${line}\n`).join('')}\x1b[${ROWS}A`)
    await setTimeout(FRAME_MS)
  }
  const point = [...touching.pointA] as never
  for (const line of drawWorld(world, between(from, to, at), VIEW, COLUMNS, ROWS, point)) {
    say(`${moving ? '\x1b[2K' : ''}  ${line.replace('✕', tint('✕', 'red'))}`.trimEnd())
  }
  say()
  say(
    `${tint(sampled.value.outcome, 'yellow')}    ${samples} samples find nothing: they step over the rod (${duration(sampled.millis)})`,
  )
  say(
    `${tint('collision', 'red')}  ${touching.a} and ${touching.b} touch at ${at.toFixed(6)} of the way; free before that, proved (${duration(contact.millis)})`,
  )
  return around(world, from, to, say, (text) => tint(text, 'green'))
}

/** A way around, and its proof. */
function around(
  world: World,
  from: Float64Array,
  to: Float64Array,
  say: (text?: string) => unknown,
  tint: (text: string) => string,
): number {
  const planned = timed(() => planNow(world, from, to, { seed: 1 }))
  if (planned.value.outcome !== 'solved') throw new Error(`the example has ${planned.value.outcome}`)
  const { path, certificate } = planned.value
  say(
    `${tint('free')}       a way around it, ${path.length} waypoints, proved at every instant (${duration(planned.millis)})`,
  )
  const verified = timed(() => verifyCertificate(worldDocument(world), certificate()))
  if (!verified.value.valid) throw new Error('the proof of the example does not hold')
  say(
    `${tint('valid')}      the proof, by a verifier that shares no code with the checker (${duration(verified.millis)})`,
  )
  say()
  say('Your turn: "npx limber init my-folder" copies the examples, and says what to try.')
  return ExitCode.Good
}

function between(from: Float64Array, to: Float64Array, at: number): Float64Array {
  return from.map((value, k) => value + at * (to[k]! - value))
}

function timed<T>(work: () => T): { readonly value: T; readonly millis: number } {
  const began = performance.now()
  return { value: work(), millis: performance.now() - began }
}
