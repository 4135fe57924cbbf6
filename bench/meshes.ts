// Two meshes near contact: Limber, three-mesh-bvh, rapier and, where it is installed, FCL. Same meshes, same poses, one
// interleaved run; times, their ratios to Limber's, and whether all give the same answers.
import { formatNumber, formatTable } from '../lab/table.js'
import type { Bench, Progress } from './bench.js'
import { type BenchScene, type MeshOp, type Peer, PeerMissingError } from './meshes/contender.js'
import { loadFcl } from './meshes/fcl.js'
import { limber, limberDistance } from './meshes/limber.js'
import { type BuildRow, type QueryRow, type RaceLimits, race, raceBuilds } from './meshes/race.js'
import { loadRapier } from './meshes/rapier.js'
import { buildMesh, makeScene, sceneNames } from './meshes/scenes.js'
import { loadThreeMeshBvh } from './meshes/three-mesh-bvh.js'

interface Size extends RaceLimits {
  readonly poses: number
  readonly builds: number
  /** All ways of using each library, not only those that matter most. */
  readonly all: boolean
}

const FULL: Size = {
  poses: 200,
  rounds: 11,
  budget: 2000,
  warmUp: 400,
  leastPoses: 5,
  leastRounds: 3,
  builds: 15,
  all: true,
}
const QUICK: Size = {
  poses: 20,
  rounds: 3,
  budget: 100,
  warmUp: 200,
  leastPoses: 1,
  leastRounds: 1,
  builds: 2,
  all: false,
}

export const meshes: Bench = {
  name: 'meshes',
  async run(quick, progress) {
    const size = quick ? QUICK : FULL
    const { peers, missing } = await loadPeers(progress)
    const names = sceneNames(quick)
    const queries: QueryRow[] = []
    for (const [s, name] of names.entries()) {
      const within: Progress = (share, label) => progress((s + share) / (names.length + 0.5), `${name}: ${label}`)
      within(0, 'poses')
      const scene = makeScene(name, size.poses, limberDistance)
      queries.push(...(await raceScene(scene, peers, size, within)))
    }
    const builds = await raceBuild(peers, size.builds, (share, label) =>
      progress((names.length + share / 2) / (names.length + 0.5), `build: ${label}`),
    )
    return {
      rows: [...queries, ...builds],
      about: { peers: Object.fromEntries(peers.map(({ name, version }) => [name, version])), missing },
      text: [table(queries), buildTable(builds), ...disagreements(queries), ...missing].join('\n\n'),
    }
  },
}

async function loadPeers(progress: Progress): Promise<{ peers: Peer[]; missing: string[] }> {
  const peers = [limber()]
  const missing: string[] = []
  for (const [name, load] of [
    ['three-mesh-bvh', loadThreeMeshBvh],
    ['rapier', loadRapier],
    ['FCL', loadFcl],
  ] as const) {
    progress(0, `loading ${name}`)
    try {
      peers.push(await load())
    } catch (error) {
      if (!(error instanceof PeerMissingError)) throw error
      missing.push(`without ${name}: ${error.message}`)
    }
  }
  return { peers, missing }
}

async function raceScene(
  scene: BenchScene,
  peers: readonly Peer[],
  size: Size,
  progress: Progress,
): Promise<QueryRow[]> {
  progress(0, 'building')
  const contenders = (await Promise.all(peers.map((peer) => peer.contenders(scene, size.all)))).flat()
  try {
    const rows: QueryRow[] = []
    for (const [k, op] of scene.ops.entries()) {
      const able = contenders.filter(({ how }) => how[op] !== undefined)
      const within: Progress = (share, label) => progress((k + share) / scene.ops.length, `${op}, ${label}`)
      rows.push(...(await race(scene.name, op, able, scene.poses.length, size, within)))
    }
    return rows
  } finally {
    for (const contender of contenders) contender.close?.()
  }
}

async function raceBuild(peers: readonly Peer[], rounds: number, progress: Progress): Promise<BuildRow[]> {
  const mesh = buildMesh()
  const triangles = mesh.triangles.length / 3
  const builders = (await Promise.all(peers.map((peer) => peer.builders(mesh)))).flat()
  try {
    return await raceBuilds(`${triangles.toLocaleString('en')} triangles`, triangles, builders, rounds, progress)
  } finally {
    for (const builder of builders) builder.close?.()
  }
}

function table(rows: readonly QueryRow[]): string {
  const titles = [
    'scene',
    'op',
    'contender',
    'µs mean',
    'median',
    '× Limber',
    'agree',
    'poses',
    'BV tests',
    'tri tests',
  ]
  const percent = (share: number): string => `${formatNumber(100 * share)} %`
  const lines = rows.map((row) => [
    row.scene,
    row.op,
    row.contender,
    ...[row.micros, row.medianMicros, row.ratio].map(formatNumber),
    percent(row.agree),
    `${row.poses}`,
    ...[row.volumeTests, row.leafTests].map((count) => (count === undefined ? '' : formatNumber(count))),
  ])
  return formatTable(titles, lines, 3)
}

function buildTable(rows: readonly BuildRow[]): string {
  const lines = rows.map(({ scene, contender, how, micros, ratio, bytesPerTriangle }) => [
    scene,
    contender,
    how,
    formatNumber(micros / 1000),
    formatNumber(ratio),
    bytesPerTriangle === undefined ? '' : formatNumber(bytesPerTriangle),
  ])
  return formatTable(['build', 'contender', 'how', 'ms', '× Limber', 'bytes/triangle'], lines, 3)
}

/** Every answer that is not Limber's, a few of them at length. */
function disagreements(rows: readonly QueryRow[]): string[] {
  const show = (op: MeshOp, answer: number): string =>
    op === 'distance' ? `${answer}` : answer === 1 ? 'contact' : 'none'
  return rows
    .filter((row) => row.disagreements.length > 0)
    .map(({ scene, op, contender, poses, disagreements }) => {
      const few = disagreements
        .slice(0, 5)
        .map(({ pose, answer, limber }) => `pose ${pose}: ${show(op, answer)}, Limber ${show(op, limber)}`)
      const more = disagreements.length > few.length ? ['…'] : []
      return `${contender}, ${scene}, ${op}: ${disagreements.length} of ${poses} answers differ: ${[...few, ...more].join('; ')}`
    })
}
