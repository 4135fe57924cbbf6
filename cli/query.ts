// `limber query A B`: one question about two meshes, asked at many poses; one answer a line, in the order of the poses.
import { once } from 'node:events'
import type { Command } from 'commander'
import { readMesh } from '../node/index.js'
import {
  collide,
  distance,
  InvalidInputError,
  LimberError,
  MeshTree,
  type MeshVolume,
  type PoseInput,
  within,
} from '../src/entries/meshes.js'
import { sweep, World } from '../src/entries/robots.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { readPose } from './plan/plan-pose.js'
import { createProgress } from './print/progress.js'
import { PoseLines, poseOf } from './read/pose-lines.js'
import { readLength } from './read/read-length.js'
import { addOpenOptions, madeOf, type OpenFlags, readOpen } from './read/read-options.js'

/** A record, so that the compiler says when one is missing. */
const VOLUMES: Readonly<Record<MeshVolume, true>> = {
  obb: true,
  rss: true,
  aabb: true,
  sphere: true,
  kdop6: true,
  kdop12: true,
  kdop14: true,
  kdop18: true,
  kdop26: true,
}
const OPS = 'collide, distance, within:D (a length of zero or more) or sweep'
/** Answers are collected up to this length before they are written. */
const WRITE = 65_536

const HELP = `
Poses, one a line: {"R":[9 numbers, row by row],"t":[3]}, {"q":[x,y,z,w],"t":[3]} or
{"t":[3]}, B in A's frame. For sweep: {"from":pose,"to":pose}, a straight translation of B's
origin with a rotation at a constant rate, the short way.

Answers, one a line:
  collide     {"collide":true}
  distance    {"distance":0.5,"pointA":[…],"pointB":[…]}, points in A's frame;
              null where a mesh has no triangles
  within:D    {"within":true}
  sweep       {"outcome":"free","at":null}: at no instant do they touch;
              {"outcome":"collision","at":0.25}: first at that share of the motion;
              {"outcome":"undecided","at":0.25}: free up to there, then not known;
              {"outcome":"nothing-to-check","at":null}: a mesh has no triangles

The exit code does not depend on the answers: 0, or 3 if a mesh has no triangles.`

interface QueryOptions extends OpenFlags {
  readonly poses?: string
  readonly pose?: string
  readonly op?: string
  readonly volume?: string
}

export function addQueryCommand(program: Command): void {
  const command = program
    .command('query')
    .description('collision, distance or sweep of two meshes at many poses')
    .argument('<A>', 'a mesh file: STL, OBJ, PLY, OFF, glTF, GLB or Collada')
    .argument('<B>', 'another')
    .option('--poses <file>', 'the poses of B, one per line; - for standard input')
    .option('--pose <numbers>', 'one pose: "x y z", "x y z roll pitch yaw" or "x y z qx qy qz qw"')
    .option('--op <op>', 'collide, distance, within:D or sweep; must be given')
    .option('--volume <volume>', `the bounding volume: ${Object.keys(VOLUMES).join(', ')}`)
  addOpenOptions(command, 'close')
    .option('--json', 'no effect: the output is always JSON, one object per line')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(runQuery)
}

async function runQuery(pathA: string, pathB: string, options: QueryOptions): Promise<void> {
  if (options.op === undefined) throw new LimberError('no --op: give collide, distance, within:D or sweep')
  const ask = readOp(options.op)
  const made = { ...readVolume(options.volume), ...readOpen(options) }
  const lines = posesOf(options)
  const [a, b] = await Promise.all(
    [pathA, pathB].map(async (path) => {
      const mesh = await readMesh(path)
      return madeOf(path, () => new MeshTree(mesh, made))
    }),
  )
  for (const path of surfacesAmong({ [pathA]: a!, [pathB]: b! })) {
    process.stderr.write(
      `limber: ${path} stays a surface: objects entirely inside are not detected (--open solid fills holes)\n`,
    )
  }
  const empty = [pathA, pathB].filter((_, k) => [a!, b!][k]!.size === 0)
  for (const path of empty) process.stderr.write(`limber: ${path} has no triangles: nothing touches it\n`)
  const progress = createProgress('query')
  const out = new Output()
  try {
    const what = options.op === 'sweep' ? 'motions' : 'poses'
    let done = 0
    let bytes = 0
    for await (const piece of lines.pieces()) {
      for (const line of piece) {
        const answer = lines.read(line, (value) => ask(a!, b!, value))
        out.add(answer)
        if (out.full) await out.flush()
        // By what is answered: a small file is read at once, however long its questions take.
        bytes += Buffer.byteLength(line.text) + 1
        const pause = progress.report(lines.size > 0 ? bytes / lines.size : 0, `${++done} ${what}`)
        if (pause === undefined) continue
        // Now and then: a slow question is answered while its file is still being read.
        await out.flush()
        await pause
      }
      // What came in together is answered together, so that a program on the other end of two pipes gets its answers.
      await out.flush()
    }
    process.exitCode = empty.length > 0 ? ExitCode.Undecided : ExitCode.Good
  } finally {
    await out.flush()
    progress.clear()
  }
}

/** A file of poses, or the one pose that was typed. */
function posesOf({ poses, pose, op }: QueryOptions): PoseLines {
  if ((poses === undefined) === (pose === undefined)) {
    throw new LimberError('expected --poses or --pose: where B is in the frame of A')
  }
  if (poses !== undefined) return new PoseLines(poses)
  if (op === 'sweep') throw new InvalidInputError('--pose', pose, 'left out for sweep, which goes from pose to pose')
  const m = readPose('--pose', pose!).pose
  return new PoseLines(
    '--pose',
    JSON.stringify({ R: [0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => m[k]), t: [m[3], m[7], m[11]] }),
  )
}

/** Names of meshes that are not solids, or not wholly. */
function surfacesAmong(trees: Readonly<Record<string, MeshTree>>): string[] {
  return Object.keys(trees).filter((path) => {
    const tree = trees[path]!
    if (tree.size === 0) return false
    // Only such trees are things of a world.
    const boxes = tree.volume === 'obb' ? tree : tree.withVolume('obb')
    return new World({ obstacles: [boxes] }).surfaces().length > 0
  })
}

type Ask = (a: MeshTree, b: MeshTree, value: unknown) => object

/** The question, as the option --op has it. */
export function readOp(op: string): Ask {
  switch (op) {
    case 'collide':
      return (a, b, value) => ({ collide: collide(a, b, poseOf('the pose', value)).collides })
    case 'distance':
      return (a, b, value) => askDistance(a, b, poseOf('the pose', value))
    case 'sweep':
      return askSweep
  }
  const length = /^within:/i.test(op) ? readLength(op.slice('within:'.length)) : Number.NaN
  if (Number.isNaN(length)) throw new InvalidInputError('--op', op, OPS)
  return (a, b, value) => ({ within: within(a, b, length, poseOf('the pose', value)) })
}

function askDistance(a: MeshTree, b: MeshTree, pose: PoseInput): object {
  const found = distance(a, b, pose)
  const point = (p: Float64Array | undefined): number[] | null => (p === undefined ? null : [...p])
  // JSON has no Infinity: null where there is no nearest point.
  return { distance: found.distance, pointA: point(found.pointA), pointB: point(found.pointB) }
}

function askSweep(a: MeshTree, b: MeshTree, value: unknown): object {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) {
    throw new InvalidInputError('the line', value, '{"from":pose,"to":pose}')
  }
  const extra = Object.keys(value).find((key) => key !== 'from' && key !== 'to')
  if (extra !== undefined) throw new InvalidInputError(extra, 'a field', 'left out: known are from, to')
  const { outcome, at } = sweep(a, b, poseOf('from', value.from), poseOf('to', value.to))
  return { outcome, at: at ?? null }
}

function readVolume(volume: string | undefined): { volume?: MeshVolume } {
  if (volume === undefined) return {}
  if (!Object.hasOwn(VOLUMES, volume)) {
    throw new InvalidInputError('--volume', volume, `one of ${Object.keys(VOLUMES).join(', ')}`)
  }
  return { volume: volume as MeshVolume }
}

/** Standard output, written in pieces, and never faster than it is read. */
class Output {
  private text = ''

  get full(): boolean {
    return this.text.length >= WRITE
  }

  add(answer: object): void {
    this.text += `${JSON.stringify(answer)}\n`
  }

  async flush(): Promise<void> {
    if (this.text === '') return
    const { text } = this
    this.text = ''
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  }
}
