// Robots and scenes: links, joints with their limits, groups, states, obstacles, and every mesh.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readPlanningScene } from '../../node/index.js'
import { readBytes } from '../../node/read-bytes.js'
import {
  type Joint,
  type PathDescription,
  type PlanningObject,
  parseSrdf,
  type Robot,
  RobotFileError,
  type SceneDescription,
  type World,
} from '../../src/entries/robots.js'
import { countPairs, plural, short } from '../check/check-report.js'
import { openScene, type SceneOptions } from '../read/scene-options.js'
import { rangeOf, rangeTable } from './describe-document.js'
import { describeUseBriefly, type HullFacts, hullFacts, type SurfaceFacts, surfaceFacts } from './describe-mesh.js'
import { type Box, boxOf, columns, type Described, describeBox, finite, table, tally } from './described.js'

/** Meshes that are missing are listed, and do not keep the rest from being read. */
async function open(file: string, options: SceneOptions) {
  return openScene(file, { ...options, skipMissing: true })
}

export async function describeRobot(file: string, options: SceneOptions): Promise<Described> {
  const { world, notes, frames } = await open(file, options)
  const { robot } = world.model().robots[0]!
  const beside = options.srdf === undefined ? srdfBeside(file) : undefined
  const meshes = meshesOf(world)
  const values = await argumentsOf(file, options)
  const motion = frames === undefined ? undefined : framesFacts(frames)
  return {
    facts: {
      ...{ ...robotFacts(robot), srdfBeside: beside ?? null, arguments: values, frames: motion ?? null },
      ...{ ...worldFacts(world), meshes },
    },
    lines: [
      ...table([
        ['name', robot.name],
        ['links', describeLinks(robot)],
        ['joints', describeJoints(robot)],
        ['variables', `${robot.dof} in a configuration`],
        ...(motion === undefined ? [] : ([['frames', `${motion.count}, ${short(motion.seconds)} s`]] as const)),
        ...describeSemantics(robot),
        ...(beside === undefined ? [] : ([['beside it', `${beside} (--srdf ${beside} reads both)`]] as const)),
        ...describeShapes(world),
      ]),
      ...columns(['argument', 'value'], Object.entries(values)),
      ...(motion === undefined ? jointTable(robot) : rangeTable(motion.joints)),
      ...meshTable(meshes),
    ],
    notes: [...notes, ...blindNotes(world)],
  }
}

/** The arguments that a xacro file declares, with the values that they have here; those of files that it includes are not searched. */
async function argumentsOf(file: string, { argument = [] }: SceneOptions): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await readBytes(file, 2 ** 26, RobotFileError))
  if (!/<xacro:arg\s/.test(text)) return {}
  const attribute = (element: string, name: string): string | undefined =>
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
      .exec(element)
      ?.slice(1)
      .find((part) => part !== undefined)
  const declared = [...text.replaceAll(/<!--[\s\S]*?-->/g, '').matchAll(/<xacro:arg\s[^>]*>/g)].flatMap(([element]) => {
    const name = attribute(element, 'name')
    return name === undefined ? [] : [[name, attribute(element, 'default') ?? ''] as const]
  })
  const given = argument.map((one) => one.split(/:=(.*)/s).slice(0, 2) as [string, string])
  return Object.fromEntries([...declared, ...given])
}

/** Of a motion-capture clip: how many, how long, and how far each joint goes. */
function framesFacts({ joints, waypoints, times = [] }: PathDescription) {
  const ranges = joints.map((joint, k) => ({ joint, ...rangeOf(waypoints.map((q) => q[k]!)) }))
  return { count: waypoints.length, seconds: (times.at(-1) ?? 0) - (times[0] ?? 0), joints: ranges }
}

export async function describeScene(file: string, options: SceneOptions): Promise<Described> {
  const { world, notes, description } = await open(file, options)
  const robots = world.model().robots
  const meshes = meshesOf(world)
  const pairs = countPairs(world.pairs())
  return {
    facts: {
      robots: robots.map(({ name, robot }, i) => ({ ...robotFacts(robot), name, urdf: description.robots[i]!.urdf })),
      ...thingsOf(description),
      ...{ variables: world.dof, allowed: description.allowed.length, pairs },
      ...worldFacts(world),
      meshes,
    },
    lines: [
      ...table([
        ...robots.map(({ name, robot }, i): [string, string] => [
          i === 0 ? 'robots' : '',
          `${name}: ${description.robots[i]!.urdf}, ${describeLinks(robot)}; ${describeJoints(robot)}`,
        ]),
        ['variables', `${world.dof} in a configuration`],
        ...describeThings(description),
        ...describeShapes(world),
        [
          'pairs',
          `${pairs.checked} checked, ${pairs.never} never meet, ${pairs.allowed} allowed, ${pairs.rigid} rigid`,
        ],
      ]),
      ...robots.flatMap(({ name, robot }) => jointTable(robot, `${name}/`)),
      ...meshTable(meshes),
    ],
    notes: [...notes, ...blindNotes(world)],
  }
}

export async function describeSrdf(file: string): Promise<Described> {
  const bytes = await readBytes(file, 2 ** 26, RobotFileError)
  const srdf = parseSrdf(new TextDecoder().decode(bytes), file)
  const { name, groups, states, endEffectors, virtualJoints, passiveJoints, disabled, unchecked, enabled } = srdf
  const reasons = tally(disabled.map(({ reason = '' }) => (reason === '' ? 'no reason' : reason)))
  const names = (list: readonly { readonly name: string }[]): string[] => list.map((one) => one.name)
  return {
    facts: {
      ...{
        name: name ?? null,
        groups: names(groups),
        states: states.map((one) => ({ name: one.name, group: one.group })),
      },
      ...{
        endEffectors: names(endEffectors),
        virtualJoints: names(virtualJoints),
        passiveJoints: names(passiveJoints),
      },
      ...{
        disabled: disabled.length,
        reasons: Object.fromEntries(reasons),
        unchecked: names(unchecked),
        enabled: enabled.length,
      },
    },
    lines: table([
      ['robot', name ?? '(no name)'],
      [
        'pairs',
        `${disabled.length} exempt from checking${reasons.length === 0 ? '' : `: ${reasons.map(([reason, n]) => `${reason} ${n}`).join(', ')}`}`,
      ],
      ...(unchecked.length === 0 ? [] : ([['unchecked', names(unchecked).join(', ')]] as const)),
      ...named('groups', names(groups)),
      ...named(
        'states',
        states.map((one) => `${one.name} (${one.group})`),
      ),
      ...named('effectors', names(endEffectors)),
      ...named('virtual', names(virtualJoints)),
      ...named('passive', names(passiveJoints)),
    ]),
    notes: [...srdf.notes, 'Its names are compared with a robot when it is read with one: --srdf of other commands.'],
  }
}

function named(what: string, names: readonly string[]): [string, string][] {
  return names.length === 0 ? [] : [[what, `${names.length}: ${names.join(', ')}`]]
}

function robotFacts(robot: Robot) {
  const { name, links, joints, dof, groups, states, allowed } = robot
  return {
    ...{ name, variables: dof },
    links: links.map((link) => ({ name: link.name, shapes: link.geometry.length })),
    joints: joints.map((joint) => ({
      ...{ name: joint.name, kind: joint.kind, parent: links[joint.parent]!.name, child: links[joint.child]!.name },
      ...{ lower: finite(joint.lower), upper: finite(joint.upper), velocity: finite(joint.velocity) },
      ...{ acceleration: finite(joint.acceleration), effort: finite(joint.effort), mimics: joint.mimic?.joint ?? null },
      follows: joint.drivers,
    })),
    groups: groups.map((group) => group.name),
    states: states.map((state) => ({ name: state.name, group: state.group ?? null })),
    allowedPairs: allowed.length,
  }
}

function describeLinks({ links }: Robot): string {
  const shaped = links.filter(({ geometry }) => geometry.length > 0).length
  return `${plural(links.length, 'link')}, ${shaped} with geometry`
}

function describeJoints({ joints }: Robot): string {
  const kinds = tally(
    joints.map(({ kind, mimic, drivers }) =>
      drivers.length > 0 ? 'closed loop' : mimic === undefined ? kind : 'mimic',
    ),
  )
  return `${plural(joints.length, 'joint')}${kinds.length === 0 ? '' : `: ${kinds.map(([kind, n]) => `${n} ${kind}`).join(', ')}`}`
}

function describeSemantics({ groups, states, allowed }: Robot): [string, string][] {
  const names = (list: readonly { readonly name: string }[]): string[] => list.map((one) => one.name)
  return [
    ...named('groups', names(groups)),
    ...named('states', names(states)),
    ...(allowed.length === 0
      ? []
      : ([['allowed', `${plural(allowed.length, 'pair')} of links`]] as [string, string][])),
  ]
}

function describeKind({ kind, mimic, drivers }: Joint): string {
  if (drivers.length > 0) return `${kind}, loop of ${drivers.join(' and ')}`
  return mimic === undefined ? kind : `${kind}, as ${mimic.joint}`
}

/** Limits as people read them: none where there is none. */
function jointTable({ joints, links }: Robot, before = ''): string[] {
  const limit = (value: number): string => (Number.isFinite(value) ? short(value) : 'none')
  const rows = joints
    .filter(({ kind }) => kind !== 'fixed')
    .map((joint) => [
      `${before}${joint.name}`,
      describeKind(joint),
      ...[joint.lower, joint.upper, joint.velocity].map(limit),
      `${links[joint.parent]!.name} to ${links[joint.child]!.name}`,
    ])
  return columns(['joint', 'kind', 'lower', 'upper', 'velocity', 'links'], rows)
}

/** Of MoveIt: what is in it, by the names that it has for things. */
export async function describePlanningScene(file: string): Promise<Described> {
  const { name, objects, attached, state, matrix, notes } = await readPlanningScene(file)
  const shapes = (one: PlanningObject): string[] => one.shapes.map(({ shape }) => shape.kind)
  const of = (one: PlanningObject) => ({ name: one.id, frame: one.frame, shapes: shapes(one) })
  const pairs = matrix?.allowed.reduce((sum, row, i) => sum + row.filter((value, j) => j > i && value).length, 0) ?? 0
  const joints = Object.entries(state ?? {}).map(([joint, value]) => ({ joint, value }))
  return {
    facts: {
      ...{
        name,
        objects: objects.map(of),
        joints,
        matrix: matrix === undefined ? null : { names: matrix.names.length, pairs },
      },
      attached: attached.map((one) => ({ ...of(one), link: one.link, touch: one.touchLinks })),
    },
    lines: table([
      ['name', name || 'none'],
      ...named(
        'objects',
        objects.map((one) => `${one.id} (${shapes(one).join(', ')})`),
      ),
      ...named(
        'attached',
        attached.map((one) => `${one.id} (to ${one.link})`),
      ),
      ...(matrix === undefined
        ? []
        : [['matrix', `${plural(matrix.names.length, 'name')}, ${plural(pairs, 'pair')} that may touch`] as const]),
      ...named(
        'joints',
        joints.map(({ joint, value }) => `${joint} ${short(value)}`),
      ),
    ]),
    notes: [...notes, 'A robot file goes beside it: "limber check robot.urdf --scene" takes it.'],
  }
}

/** What is in a scene besides robots. */
function thingsOf({ obstacles, attached, necklaces = [], deforming = [] }: SceneDescription) {
  return {
    obstacles: obstacles.map(({ name, shape }) => ({ name, shape: shape.kind })),
    attached: attached.map(({ name, link, shape }) => ({ name, link, shape: shape.kind })),
    necklaces: necklaces.map(({ name, frames }) => ({ name, frames })),
    deforming: deforming.map(({ name, mesh }) => ({ name, mesh })),
  }
}

function describeThings(description: SceneDescription): [string, string][] {
  const { obstacles, attached, necklaces, deforming } = thingsOf(description)
  return [
    ...named(
      'obstacles',
      obstacles.map(({ name, shape }) => `${name} (${shape})`),
    ),
    ...named(
      'attached',
      attached.map(({ name, link }) => `${name} (to ${link})`),
    ),
    ...named(
      'ropes',
      necklaces.map(({ name }) => name),
    ),
    ...named(
      'deforming',
      deforming.map(({ name }) => name),
    ),
  ]
}

function worldFacts(world: World) {
  const { unseen, visualOnly } = world
  return { box: sizeOf(world) ?? null, unseen, visualOnly, nothingToCheck: world.nothingToCheck() ?? null }
}

/** Around everything at neutral: the boxes of single geometries, so that it may be a little larger than need be. */
function sizeOf(world: World): Box | undefined {
  if (world.levels === 0) return undefined
  const { count, boxes } = world.boxes(world.neutral(), 0)
  const corners = Array.from({ length: count }, (_, b) => boxes.subarray(15 * b, 15 * b + 15)).flatMap((box) => {
    const middle = [3, 7, 11].map((k) => box[k]!)
    const reach = [0, 4, 8].map((k) => [0, 1, 2].reduce((sum, i) => sum + Math.abs(box[k + i]!) * box[12 + i]!, 0))
    return [...middle.map((x, k) => x - reach[k]!), ...middle.map((x, k) => x + reach[k]!)]
  })
  return boxOf(corners)
}

function describeShapes(world: World): [string, string][] {
  const kinds = tally(
    world.objects.flatMap((name) => world.geometryOf(name).geometry.map(({ shape }) => shape.kind as string)),
  )
  return [
    ['shapes', kinds.length === 0 ? 'none' : kinds.map(([kind, n]) => `${n} ${kind}`).join(', ')],
    ['size', `${describeBox(sizeOf(world))}${kinds.length === 0 ? '' : ', all joints at neutral'}`],
  ]
}

interface WorldMesh {
  readonly object: string
  readonly geometry: string
  readonly triangles: number
  readonly added: number
  readonly surface: SurfaceFacts | null
  readonly hull: HullFacts
  /** How open meshes were to be closed. */
  readonly open: string
}

/** Each mesh of the world, in its order; hulls and surfaces are listed in the same. */
function meshesOf(world: World): WorldMesh[] {
  const surfaces = world.surfaces()
  const trees = world.objects.flatMap((object) =>
    world
      .geometryOf(object)
      .geometry.flatMap(({ name, shape }) =>
        (shape.kind === 'group' ? shape.parts : [shape]).flatMap((part, k) =>
          part.kind === 'mesh' ? [{ object, geometry: name, part: k, tree: part.tree }] : [],
        ),
      ),
  )
  const hulls = world.hullsOfMeshes()
  return trees.flatMap(({ object, geometry, part, tree }) => {
    const at = hulls.findIndex((hull) => hull.object === object && hull.geometry === geometry)
    if (at < 0) return []
    const [hull] = hulls.splice(at, 1)
    const surface = surfaces.find((one) => one.object === object && one.geometry === geometry && one.part === part)
    return [
      {
        ...{ object, geometry, triangles: tree.size - tree.added, added: tree.added, open: tree.open },
        surface: surface === undefined ? null : surfaceFacts(surface),
        hull: hullFacts(hull!),
      },
    ]
  })
}

function meshTable(meshes: readonly WorldMesh[]): string[] {
  const rows = meshes.map(({ object, triangles, added, surface, hull }) => [
    object,
    triangles.toLocaleString('en-US'),
    describeUseBriefly(added, surface),
    hull.isConvex ? 'convex' : hull.deviation === null ? 'flat' : short(hull.deviation),
  ])
  return columns(['mesh of', 'triangles', 'used as', 'hull deviation'], rows)
}

function blindNotes(world: World): string[] {
  const { unseen, visualOnly } = world
  const empty = world.nothingToCheck()
  return [
    ...(unseen.length === 0 ? [] : ['Other commands refuse missing meshes, unless --skip-missing is given.']),
    ...(visualOnly.length === 0
      ? []
      : [`Visual geometry only: ${visualOnly.join(', ')} (--geometry both includes it).`]),
    ...(empty === undefined ? [] : [`Nothing to check: ${empty}.`]),
  ]
}

/** A file of the same name with the other ending. */
function srdfBeside(file: string): string | undefined {
  const beside = join(dirname(file), basename(file).replace(/(?:\.urdf)?(?:\.\w+)?$/i, '.srdf'))
  return beside !== file && existsSync(beside) ? beside : undefined
}
