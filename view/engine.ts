// The engine behind an element: fetches a scene, a motion and a certificate, says what to draw, and verifies or checks. It runs in a
// worker; tests run it in Node.
import {
  checkMotion,
  configurationsOf,
  LIMIT_TOLERANCE,
  LimberError,
  lineMotion,
  type Motion,
  type MotionProgress,
  type MotionVerdict,
  motionFromPath,
  type PathDescription,
  type World,
  worldDocument,
} from '../src/entries/robots.js'
import { type Verified, verifyCertificate } from '../src/verify/index.js'
import { type Fetch, globalFetch } from '../web/fetch-files.js'
import { fetchText, readPath, readScene } from '../web/read-scene.js'
import { drawnShapes } from './drawn-shape.js'
import type { FromWorker, ViewRequest, ViewScene, ViewThing, ViewVerdict } from './messages.js'
import { STILL } from './poses.js'

/** Frames of a motion that is played, besides the first. */
const FRAMES = 300

type Tell = (said: FromWorker, transfer?: ArrayBuffer[]) => void
type Fields = Readonly<Record<string, unknown>>

export class ViewEngine {
  private world: World | undefined
  private motion: Motion | undefined
  private breaks: readonly number[] = []

  constructor(
    private readonly tell: Tell,
    private readonly fetch: Fetch = globalFetch,
  ) {}

  /** Everything that a request asks for, in turn: the scene to draw, then what is known of its motion. */
  async open(request: ViewRequest): Promise<void> {
    const { fetch } = this
    const { world, notes } = await readScene(request.src, { fetch })
    const path = request.motion === undefined ? undefined : await readPath(request.motion, { fetch })
    const text = request.certificate === undefined ? undefined : await fetchText(request.certificate, fetch)
    const certificate = text === undefined ? undefined : readCertificate(text.text, text.name)
    this.world = world
    this.motion = motionOf(world, path, certificate, request.motion)
    this.breaks = breaksOf(this.motion, path)
    const scene = sceneOf(world, this.motion, this.breaks, path, notes)
    this.tell({ kind: 'scene', scene }, [scene.poses.buffer as ArrayBuffer])
    if (certificate !== undefined) this.verdict(this.verify(certificate))
    else if (request.check) this.check()
  }

  /** Checks the motion here, and verifies the proof that results. */
  check(): void {
    if (this.world !== undefined) this.verdict(this.checked(this.world, this.motion))
  }

  private checked(world: World, motion: Motion | undefined): ViewVerdict {
    if (motion === undefined) return { outcome: 'not-proved', words: 'There is no motion to check.', more: '' }
    const onProgress = ({ proved }: MotionProgress): void =>
      this.tell({ kind: 'progress', work: 'check', share: proved })
    const verdict = checkMotion(world, motion, { onProgress })
    if (verdict.outcome !== 'free') return this.wordsOf(verdict)
    let certificate: object
    try {
      certificate = verdict.certificate()
    } catch (error) {
      // Of closed loops there are no certificates: what was checked was not verified.
      if (!(error instanceof LimberError)) throw error
      const more = `No certificate: ${error.message}`
      return { outcome: 'not-proved', words: 'Nothing touches, but the proof cannot be verified.', more }
    }
    return this.verify(JSON.parse(JSON.stringify(certificate)) as Fields)
  }

  private verdict(verdict: ViewVerdict): void {
    this.tell({ kind: 'verdict', verdict })
  }

  private verify(certificate: Fields): ViewVerdict {
    const refuse = (reason: string): ViewVerdict => ({
      outcome: 'refused',
      words: `The certificate was refused: ${reason}.`,
      more: 'Nothing is known of the motion.',
    })
    const onProgress = (share: number): void => this.tell({ kind: 'progress', work: 'verify', share })
    const verification = verifyCertificate(worldDocument(this.world!), certificate, { onProgress })
    if (!verification.valid) return refuse(verification.reason)
    // It holds; but is it about the motion that is shown?
    if (this.motion === undefined || !isAbout(certificate, this.motion))
      return refuse('it is about another motion than the one shown')
    return { outcome: 'proved', words: 'Free at every instant: proved', more: covered(verification) }
  }

  private wordsOf(verdict: Exclude<MotionVerdict, { readonly outcome: 'free' }>): ViewVerdict {
    switch (verdict.outcome) {
      case 'collision': {
        const { a, b, segment, at } = verdict
        const along = this.breaks[segment]! + at * (this.breaks[segment + 1]! - this.breaks[segment]!)
        const words = `${a} and ${b} touch, ${(100 * along).toFixed(1)} % along the motion.`
        return { outcome: 'collision', words, more: 'Found by a check in this page.', at: along, pair: [a, b] }
      }
      case 'outside-limits':
        return { outcome: 'not-proved', words: `Outside the joint limits: ${verdict.joint}.`, more: '' }
      case 'nothing-to-check':
      case 'undecided':
        return { outcome: 'not-proved', words: 'Not proved.', more: verdict.reason }
      default:
        return { outcome: 'not-proved', words: `Not proved: ${verdict.a} and ${verdict.b} come too close.`, more: '' }
    }
  }
}

function readCertificate(text: string, name: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  } catch (error) {
    throw new LimberError(`${name}: expected a certificate: ${(error as Error).message}`)
  }
  throw new LimberError(`${name}: expected a certificate, which is an object of JSON`)
}

/** The motion of a path; without one, that of the certificate, where it is straight lines. */
function motionOf(world: World, path: PathDescription | undefined, certificate: Fields | undefined, file?: string) {
  const given = certificate?.continuous
  const continuous = given === 'shortest' ? given : undefined
  if (path !== undefined) {
    return path.waypoints.length < 2 ? undefined : motionFromPath(world, path, { continuous, file })
  }
  if (certificate === undefined) return undefined
  const pieces = Array.isArray(certificate.pieces) ? (certificate.pieces as readonly Fields[]) : []
  try {
    const rows = [pieces[0]?.from, ...pieces.map((piece) => piece.to)] as number[][]
    return lineMotion(world, rows, { continuous })
  } catch {
    // The verifier says what is wrong with it; a motion is needed all the same.
    return lineMotion(world, [world.neutral(), world.neutral()])
  }
}

/** Is what a certificate proves this motion, to the bit? */
function isAbout({ pieces }: Fields, motion: Motion): boolean {
  const plain = (list: unknown): string =>
    JSON.stringify(
      (list as readonly Fields[]).map(({ from, to, higher = [], turns = [] }) => [
        ...[from, to, turns],
        (higher as readonly (readonly number[])[]).map((row) => [...row]),
      ]),
    )
  return plain(pieces) === plain(JSON.parse(JSON.stringify(motion.pieces.map((piece) => piece.document()))))
}

/** Where each piece begins on a timeline from 0 to 1: by its times, or by how far the joints go. */
function breaksOf(motion: Motion | undefined, path: PathDescription | undefined): readonly number[] {
  if (motion === undefined) return [0, 1]
  const times = motion.times ?? path?.times
  const lengths = motion.pieces.map((piece, k) => {
    if (times !== undefined && times.length === motion.pieces.length + 1) return times[k + 1]! - times[k]!
    const [from, to] = [new Float64Array(piece.dof), new Float64Array(piece.dof)]
    piece.at(from, 0)
    piece.at(to, 1)
    return Math.max(Math.hypot(...to.map((x, v) => x - from[v]!)), 1e-6)
  })
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const out = [0]
  for (const length of lengths) out.push(out.at(-1)! + length / whole)
  out[lengths.length] = 1
  return out
}

function sceneOf(
  world: World,
  motion: Motion | undefined,
  breaks: readonly number[],
  path: PathDescription | undefined,
  notes: readonly string[],
): ViewScene {
  const things = world.objects.map((name): ViewThing & { readonly link: string | undefined } => {
    const { link, geometry } = world.geometryOf(name)
    const kind = link === undefined ? 'obstacle' : link === name ? 'link' : 'attached'
    return { name, kind, link, shapes: drawnShapes(geometry) }
  })
  const frames = motion === undefined ? 1 : FRAMES + 1
  const poses = new Float32Array(12 * things.length * frames)
  // A path of one waypoint is where it stands.
  const q = path === undefined ? world.neutral() : configurationsOf(world, path)[0]!
  let segment = 0
  for (let f = 0; f < frames; f++) {
    if (motion !== undefined) {
      const u = f / FRAMES
      while (segment < breaks.length - 2 && u >= breaks[segment + 1]!) segment++
      const width = breaks[segment + 1]! - breaks[segment]!
      motion.pieces[segment]!.at(q, Math.min(1, (u - breaks[segment]!) / width))
    }
    things.forEach(({ link }, i) => {
      poses.set(link === undefined ? STILL : world.linkPose(q, link), 12 * (f * things.length + i))
    })
  }
  const { times } = path ?? {}
  return {
    things: things.map(({ name, kind, shapes }) => ({ name, kind, shapes })),
    variables: world.variables,
    poses,
    frames,
    seconds: times === undefined || times.length < 2 ? undefined : times.at(-1)! - times[0]!,
    notes,
  }
}

/** How much was verified, and what it does not cover. */
function covered(verified: Verified): string {
  const { segments, leaves, clearance, unseen, surfaces, premises, ignoreLimits, limitTolerance } = verified
  const parts = [
    `Verified in this page: ${segments} ${segments === 1 ? 'segment' : 'segments'}, ${leaves.toLocaleString('en')} planes.`,
    ...(clearance > 0 ? [`Clearance ${clearance}.`] : []),
    ...(premises > 0 ? [`Taken as given: ${premises} pairs that never touch.`] : []),
    ...(ignoreLimits ? ['Joint limits are not covered.'] : []),
    ...(!ignoreLimits && limitTolerance > LIMIT_TOLERANCE
      ? [`Joints may be beyond their limits by ${limitTolerance} (radians or metres).`]
      : []),
    ...(unseen.length > 0 ? [`Not covered, since their meshes are missing: ${unseen.join(', ')}.`] : []),
    ...(surfaces.length > 0
      ? [`Not covered: the inside of open meshes (${surfaces.map(({ object }) => object).join(', ')}).`]
      : []),
  ]
  return parts.join(' ')
}
