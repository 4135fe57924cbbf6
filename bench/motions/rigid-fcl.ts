// FCL's continuous collision through bench/native/motions-fcl.cpp, with a limit on the time of every motion: a program that
// takes longer is ended, and restarted for the next one.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { MeshData } from '../../scenes/index.js'
import type { SweepResult } from '../../src/entries/robots.js'
import { compileFcl, FCL_FLAGS } from '../native/fcl-program.js'
import type { RigidMotion } from './rigid-motions.js'

export interface RigidCase {
  readonly name: string
  readonly a: MeshData
  readonly b: MeshData
  readonly motions: readonly RigidMotion[]
}

export interface RigidAnswer {
  readonly micros: number
  readonly outcome: SweepResult['outcome']
  /** When they first touch, as far as it says; of no meaning unless they do. */
  readonly at: number
}

/** A way of using FCL: the words of a command without the motion's number. */
export interface FclWay {
  readonly name: string
  readonly command: string
  readonly how: string
}

/** It matters to FCL which object comes first: the bound of the second one's motion has the sign of the first one's. */
export const FCL_WAYS: readonly FclWay[] = [
  {
    name: 'FCL advancement OBBRSS',
    command: 'advance obbrss ab',
    how: 'continuousCollide, CCDC_CONSERVATIVE_ADVANCEMENT, BVHModel<OBBRSS>, the moving mesh second',
  },
  {
    name: 'FCL advancement OBBRSS, moving first',
    command: 'advance obbrss ba',
    how: 'continuousCollide, CCDC_CONSERVATIVE_ADVANCEMENT, BVHModel<OBBRSS>, the moving mesh first',
  },
  {
    name: 'FCL advancement RSS, moving first',
    command: 'advance rss ba',
    how: 'continuousCollide, CCDC_CONSERVATIVE_ADVANCEMENT, BVHModel<RSS>, the moving mesh first',
  },
  { name: 'FCL 100 samples', command: 'sample 100', how: 'continuousCollide, CCDC_NAIVE, 100 samples, BVHModel<OBB>' },
]

interface Running {
  readonly child: ChildProcess
  readonly lines: AsyncIterator<string>
  readonly version: string
}

export class RigidFcl {
  readonly flags = FCL_FLAGS.installed.join(' ')
  private running: Running | undefined
  private readonly program: string
  private readonly folder: string
  private readonly file: string

  /** PeerMissingError where FCL or the compiler is not installed. */
  constructor(one: RigidCase) {
    this.program = compileFcl('installed', 'motions-fcl')
    this.folder = mkdtempSync(join(tmpdir(), 'limber-bench-'))
    this.file = join(this.folder, 'scene.bin')
    writeFileSync(this.file, sceneBytes(one))
  }

  async version(): Promise<string> {
    this.running ??= await this.start()
    return this.running.version
  }

  /** Undefined if it did not end within the limit, in milliseconds. */
  async sweep(way: FclWay, motion: number, limit: number): Promise<RigidAnswer | undefined> {
    const answer = (await this.ask(`${way.command} ${motion}`, limit)) as
      | { micros: number; collides: number; at: number }
      | undefined
    if (answer === undefined) return undefined
    return { micros: answer.micros, outcome: answer.collides === 1 ? 'collision' : 'free', at: answer.at }
  }

  /** Whether the meshes touch at the share `at` of the motion. */
  async touches(motion: number, at: number, limit: number): Promise<boolean | undefined> {
    const answer = (await this.ask(`touch ${motion} ${at}`, limit)) as { touch: number } | undefined
    return answer === undefined ? undefined : answer.touch === 1
  }

  close(): void {
    this.running?.child.stdin?.end()
    this.running = undefined
    rmSync(this.folder, { recursive: true })
  }

  private async ask(command: string, limit: number): Promise<unknown> {
    const running = this.running ?? (await this.start())
    this.running = running
    running.child.stdin!.write(`${command}\n`)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), limit)
    })
    const line = await Promise.race([next(running.lines), late])
    clearTimeout(timer)
    if (line !== 'late' && line !== undefined) return line
    // Or it has ended by itself, which is as good as no answer.
    running.child.kill('SIGKILL')
    this.running = undefined
    return undefined
  }

  private async start(): Promise<Running> {
    const child = spawn(this.program, [this.file], { stdio: ['pipe', 'pipe', 'inherit'] })
    // Writing to a program that was just ended is not an error.
    child.stdin.on('error', () => {})
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const first = (await next(lines)) as { version: string } | undefined
    if (first === undefined) throw new Error('the FCL program has ended; what it said is above')
    return { child, lines, version: first.version }
  }
}

async function next(lines: AsyncIterator<string>): Promise<unknown> {
  const { value, done } = await lines.next()
  return done ? undefined : JSON.parse(value)
}

/** The format is described in motions-fcl.cpp. */
function sceneBytes({ a, b, motions }: RigidCase): Buffer {
  const counts = [a, b].flatMap(({ positions, triangles }) => [positions.length / 3, triangles.length / 3])
  const parts = [
    Int32Array.of(...counts, motions.length),
    a.positions,
    b.positions,
    ...motions.flatMap(({ from, to }) => [from, to]),
    a.triangles,
    b.triangles,
  ]
  return Buffer.concat(parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)))
}
