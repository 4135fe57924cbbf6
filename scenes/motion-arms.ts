// Six-axis arms of industry with a thin arc-welding gun, made of turned parts and boxes. Joint layout: a turn of the base about
// z, shoulder and elbow about y, then three wrist axes x, y, x that meet in one point; the elbow stands off the forearm's axis.
// At zero the upper arm is upright and the forearm level, towards +x. Each link is one mesh.
import { type JointInput, type LinkInput, Robot } from '../src/entries/robots.js'
import { checkCount, checkLength } from './checks.js'
import { type Profile, Surface, type Vec3 } from './motion-surface.js'

/** Lengths in metres, angles in degrees. */
interface ArmProportions {
  /** Height of the shoulder, and how far it is in front of the first axis. */
  readonly shoulder: readonly [out: number, up: number]
  readonly upper: number
  /** From the elbow's axis to the forearm's. */
  readonly rise: number
  readonly forearm: number
  /** From the wrist's centre to the flange. */
  readonly flange: number
  /** Radii: foot, upper arm, forearm, wrist. */
  readonly girth: readonly [number, number, number, number]
  /** The gun: how far it goes straight on, and how far its nozzle bends down. */
  readonly gun: readonly [straight: number, down: number]
  readonly limits: readonly (readonly [lower: number, upper: number])[]
}

/** As drawn in the data sheet of the ABB IRB 2400/10: shoulder at 615 and 100, 705, 135, 755, 85. */
const IRB_2400: ArmProportions = {
  shoulder: [0.1, 0.615],
  upper: 0.705,
  rise: 0.135,
  forearm: 0.755,
  flange: 0.085,
  girth: [0.24, 0.085, 0.075, 0.045],
  gun: [0.16, 0.18],
  limits: [
    [-180, 180],
    [-100, 110],
    [-110, 65],
    [-180, 180],
    [-120, 120],
    [-180, 180],
  ],
}

/** A larger arm: long forearm, low rise, heavy foot. */
const HEAVY: ArmProportions = {
  shoulder: [0.3, 0.75],
  upper: 0.85,
  rise: 0.1,
  forearm: 1.05,
  flange: 0.14,
  girth: [0.34, 0.13, 0.1, 0.065],
  gun: [0.3, 0.22],
  limits: [
    [-180, 180],
    [-75, 90],
    [-130, 75],
    [-180, 180],
    [-115, 115],
    [-180, 180],
  ],
}

export const ARM_MODELS = ['irb', 'heavy'] as const
export type ArmModel = (typeof ARM_MODELS)[number]

export interface SixAxisArmOptions {
  readonly name?: string
  /** Length of its forearm; everything else in proportion. */
  readonly forearm: number
  /** Corners around its turned parts, and around the gun's. */
  readonly sides?: number
  readonly gunSides?: number
  /** Rings along a stretch of the gun. */
  readonly gunBands?: number
}

/** Links `base`, `carousel`, `upper`, `elbow`, `forearm`, `wrist` and `gun` (with its flange); joints `joint1` to `joint6`. */
export function sixAxisArm(model: ArmModel, options: SixAxisArmOptions): Robot {
  const { name = model, forearm, sides = 16, gunSides = sides, gunBands = 4 } = options
  checkLength('forearm', forearm)
  checkCount('sides', sides, 3)
  checkCount('gunSides', gunSides, 3)
  checkCount('gunBands', gunBands)
  const p = model === 'irb' ? IRB_2400 : HEAVY
  const k = forearm / p.forearm
  const parts = armParts(p, sides, gunSides, gunBands, k)
  const links: LinkInput[] = Object.entries(parts).map(([link, surface]) => ({
    name: link,
    geometry: [{ shape: surface.shape() }],
  }))
  const [out, up] = p.shoulder
  const places: readonly (readonly [Vec3, Vec3])[] = [
    [[0, 0, up / 2], Z],
    [[out, 0, up / 2], Y],
    [[0, 0, p.upper], Y],
    [[p.forearm * ELBOW_PART, 0, p.rise], X],
    [[p.forearm * (1 - ELBOW_PART), 0, 0], Y],
    [[0, 0, 0], X],
  ]
  const joints = places.map(([at, axis], i): JointInput => {
    const [lower, upper] = p.limits[i]!.map((degrees) => (degrees * Math.PI) / 180) as [number, number]
    return {
      name: `joint${i + 1}`,
      kind: 'revolute',
      parent: links[i]!.name,
      child: links[i + 1]!.name,
      origin: { at: at.map((a) => k * a) },
      axis,
      limits: { lower, upper },
    }
  })
  return new Robot({ name, links, joints })
}

/** The arm of Figures 11b, 12a, 12d and 14: about 2,502 triangles, 1,080 of them in its gun. */
export function heavyArm(forearm: number, name = 'arm'): Robot {
  return sixAxisArm('heavy', { name, forearm, sides: 12, gunSides: 9, gunBands: 6 })
}

const X: Vec3 = [1, 0, 0]
const Y: Vec3 = [0, 1, 0]
const Z: Vec3 = [0, 0, 1]

/** How much of the forearm's length does not turn with the fourth joint. */
const ELBOW_PART = 0.35

/** A drum with rounded rims. */
const DRUM: Profile = [
  [0, 0.85],
  [0.1, 1],
  [0.9, 1],
  [1, 0.85],
]

/** Each link in its joint's frame. */
function armParts(p: ArmProportions, sides: number, gunSides: number, gunBands: number, k: number) {
  const [foot, arm, fore, wrist] = p.girth
  const [out, up] = p.shoulder
  const at = (x: number, y: number, z: number): Vec3 => [k * x, k * y, k * z]
  const drum = (s: Surface, from: Vec3, to: Vec3, radius: number): Surface =>
    s.turned(
      from,
      to,
      DRUM.map(([along, r]) => [along, k * radius * r] as const),
      sides,
    )
  const base = new Surface()
    .turned(
      at(0, 0, 0),
      at(0, 0, up / 2 - 0.02),
      [
        [0, k * foot * 1.15],
        [0.12, k * foot * 1.15],
        [0.16, k * foot],
        [0.8, k * foot * 0.9],
        [1, k * foot * 0.8],
      ],
      sides,
    )
    .box(at(-foot * 1.5, -foot * 0.5, 0), at(0, foot * 0.5, up * 0.3))
  const carousel = new Surface()
  drum(carousel, at(0, 0, 0), at(0, 0, 0.3 * up), foot * 0.85)
  carousel.box(at(-foot * 0.6, -arm * 1.6, 0.1 * up), at(out + arm, -arm * 0.75, up / 2 + arm))
  carousel.box(at(-foot * 0.6, arm * 0.75, 0.1 * up), at(out, arm * 1.6, up / 2))
  drum(carousel, at(out, -arm * 2.4, up / 2), at(out, -arm * 0.75, up / 2), arm * 1.2)
  const upper = new Surface()
  drum(upper, at(0, -arm * 0.7, 0), at(0, arm * 1.1, 0), arm * 1.3)
  upper.turned(
    at(0, 0, 0),
    at(0, 0, p.upper),
    [
      [0.05, k * arm],
      [0.3, k * arm * 0.9],
      [0.6, k * arm * 0.75],
      [0.95, k * arm * 0.7],
    ],
    sides,
  )
  drum(upper, at(0, -arm * 0.7, p.upper), at(0, arm * 0.7, p.upper), arm)
  const elbow = new Surface()
  drum(elbow, at(0, -arm * 1.1, 0), at(0, arm * 1.1, 0), arm * 0.8)
  elbow.box(at(-arm, -arm * 0.6, 0), at(arm, arm * 0.6, p.rise))
  const behind = -0.2 * p.forearm
  drum(elbow, at(behind, 0, p.rise), at(p.forearm * ELBOW_PART * 0.98, 0, p.rise), fore * 1.2)
  for (const y of [-1, 0, 1]) {
    drum(elbow, at(behind * 1.5, 0.55 * fore * y, p.rise), at(behind * 0.9, 0.55 * fore * y, p.rise), fore * 0.4)
  }
  const forearm = new Surface()
  const rest = p.forearm * (1 - ELBOW_PART)
  forearm.turned(
    at(0, 0, 0),
    at(rest, 0, 0),
    [
      [0, k * fore],
      [0.1, k * fore * 1.05],
      [0.5, k * fore * 0.85],
      [0.8, k * wrist * 1.2],
      [1 - wrist / rest, k * wrist * 0.8],
    ],
    sides,
  )
  for (const y of [-1, 1]) {
    forearm.box(
      at(rest - 2.5 * wrist, wrist * (y < 0 ? -1.2 : 0.85), -0.4 * wrist),
      at(rest + 0.4 * wrist, wrist * (y < 0 ? -0.85 : 1.2), 0.4 * wrist),
    )
  }
  const wristPart = new Surface()
  drum(wristPart, at(0, -wrist * 0.8, 0), at(0, wrist * 0.8, 0), wrist * 0.7)
  wristPart.rod(at(0, 0, 0), at(p.flange * 0.7, 0, 0), k * wrist * 0.6, sides)
  const gun = weldingGun(p, gunSides, gunBands, k)
  return { base, carousel, upper, elbow, forearm, wrist: wristPart, gun }
}

/** Flange, bracket, a thin straight torch, and a bent neck down to a nozzle with a wire: the tip is its lowest point at zero. */
function weldingGun(p: ArmProportions, sides: number, bands: number, k: number): Surface {
  const [straight, down] = p.gun
  const r = p.girth[3]
  const at = (x: number, z: number): Vec3 => [k * x, 0, k * z]
  const end = p.flange + straight
  const neck = Array.from({ length: 2 * bands + 1 }, (_, i): Vec3 => {
    const angle = ((i / (2 * bands)) * Math.PI) / 3
    const bend = 0.4 * down
    return at(end + bend * Math.sin(angle), -bend * (1 - Math.cos(angle)))
  })
  const [ex, , ez] = neck.at(-1)!
  const [cx, cz] = [Math.cos(Math.PI / 3), -Math.sin(Math.PI / 3)]
  const beyond = (length: number): Vec3 => [ex + k * length * cx, 0, ez + k * length * cz]
  const g = new Surface()
  g.rod(at(0.75 * p.flange, 0), at(p.flange, 0), k * r * 0.9, sides, bands)
  g.rod(at(p.flange, 0), at(p.flange + 0.3 * straight, 0), k * r * 0.5, sides, bands)
  g.rod(at(p.flange + 0.3 * straight, 0), at(end, 0), k * r * 0.3, sides, 2 * bands)
  g.pipe(neck, k * r * 0.22, sides)
  g.turned(
    beyond(0),
    beyond(0.5 * down),
    Array.from({ length: 2 * bands + 1 }, (_, i) => {
      const f = i / (2 * bands)
      return [f, k * r * (f < 0.2 ? 0.28 : f < 0.7 ? 0.34 : 0.34 - 0.6 * (f - 0.7))] as const
    }),
    sides,
  )
  // The wire that comes out of the nozzle.
  g.rod(beyond(0.45 * down), beyond(0.62 * down), k * r * 0.06, sides, bands)
  return g
}
