// Necklaces that move, and power diagrams.
import {
  box,
  type CageRepair,
  ChainTree,
  Necklace,
  type NecklaceOptions,
  type NecklaceStats,
  necklaceDocument,
  PowerDiagram,
  Random,
} from '../../src/entries/chains.js'
import { MeshTree } from '../../src/entries/meshes.js'
import { verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyStep } from '../../src/verify/index.js'
import type { Row, Value } from './digest.js'
import { bumpyBall, randomPose, walk } from './inputs.js'

const WAYS: Readonly<Record<string, NecklaceOptions>> = {
  auto: {},
  hierarchy: { method: 'cages' },
  'hierarchy, cascade': { method: 'cages', experimental: { verification: 'cascade' } },
  'hierarchy, layered, frontier': { method: 'cages', experimental: { cages: 'layered', verification: 'frontier' } },
  grid: { method: 'grid' },
  'power diagram': { method: 'power-diagram' },
  'closed, neighbours 2': { closed: true, neighbours: 2 },
  'some pairs left out': { exclude: (i, j) => (i * j) % 5 === 0, method: 'cages' },
  plane: { dimension: 2 },
  'plane, power diagram': { dimension: 2, method: 'power-diagram' },
}

/** The method by the name under which the answers were recorded. */
const counters = ({ method, volumeTests, leafTests }: NecklaceStats): Value => [
  method === 'cages' ? 'hierarchy' : method,
  volumeTests,
  leafTests,
]

function reportCounters(r: CageRepair | undefined): Value {
  return r === undefined ? undefined : [r.basisChanges, r.changed, r.updates, r.volumeTests, r.leafTests, r.frontier]
}

export function necklaces(row: Row): void {
  for (const [name, options] of Object.entries(WAYS)) {
    play(row, `${name}, loose`, options, { radius: 0.5, turn: 0.5 })
    play(row, `${name}, packed`, options, { radius: 0.55, turn: 1 })
  }
  diagrams(row)
}

function play(
  row: Row,
  name: string,
  options: NecklaceOptions,
  { radius, turn }: { radius: number; turn: number },
): void {
  const dimension = options.dimension ?? 3
  const random = new Random(71)
  let centres = walk(random, 200, 1, turn, dimension)
  const rope = new Necklace(centres, radius, options)
  const [touches, pairs, closest, sets, bodies, cages, work]: Value[][] = [[], [], [], [], [], [], []]
  const rock = new MeshTree(bumpyBall(new Random(72), 8, 10, 2))
  const chain = ChainTree.fromSpheres(walk(new Random(73), 40, 1), 0.4)
  for (let step = 0; step < 8; step++) {
    const next = centres.map((x) => x + random.range(-0.04, 0.04))
    work!.push(reportCounters(rope.step(next).repair))
    if (step % 4 === 3) rope.undo()
    else centres = next
    touches!.push(rope.selfCollides())
    work!.push(counters(rope.stats))
    const [hits, near, pair] = [rope.selfCollisions(), rope.pairsWithin(0.4), rope.closestPair()!]
    pairs!.push(hits.count, hits.pairs, hits.signedDistances, near.count, near.pairs, near.signedDistances)
    closest!.push(pair.a, pair.b, pair.signedDistance, pair.distance)
    work!.push(counters(hits.stats), counters(near.stats), counters(pair.stats))
    const set = rope.separatingSet()
    sets!.push(set.free ? JSON.stringify(set.set) : [set.a, set.b])
    work!.push(counters(set.stats), reportCounters(rope.repairCages()))
    if (set.free) {
      const { exclude, ...rest } = options
      const document = necklaceDocument(rope.centres(), radius, { ...rest, exclude })
      sets!.push(verifyStep(document, set.set).valid)
      if (step === 7) sets!.push(verifyStepExactly(document, set.set).valid)
    }
    const { balls, first, beads, parent, right, basis } = rope.cages()
    cages!.push(balls, first, beads, parent, right, basis)
    if (dimension === 2) continue
    for (const thing of [rock, chain, box({ size: [3, 1, 2] })]) {
      let pose: ReturnType<typeof randomPose> | undefined = randomPose(random, 2, 15)
      if (thing instanceof ChainTree) {
        thing.setBase(pose)
        pose = undefined
      }
      const d = rope.distanceTo(thing, pose)
      bodies!.push(rope.collidesWith(thing, pose), d.distance, d.error, d.a, d.b, d.pointA, d.pointB)
      work!.push([d.stats.volumeTests, d.stats.leafTests])
    }
  }
  row(`${name}: centres after steps and undos`, rope.centres(), rope.radii())
  row(`${name}: selfCollides`, touches)
  row(`${name}: selfCollisions, pairsWithin`, pairs)
  row(`${name}: closestPair`, closest)
  row(`${name}: separatingSet`, sets)
  row(`${name}: cages`, cages)
  if (dimension === 3) row(`${name}: collidesWith, distanceTo`, bodies)
  row(`${name}: counters`, work)
}

function diagrams(row: Row): void {
  for (const dimension of [2, 3] as const) {
    const random = new Random(74)
    let centres = Float64Array.from({ length: dimension * 150 }, () => random.range(-3, 3))
    const radii = Float64Array.from({ length: 150 }, () => random.range(0.1, 0.9))
    const diagram = new PowerDiagram(centres, radii, { dimension })
    const [states, work]: Value[][] = [[], []]
    for (let step = 0; step < 6; step++) {
      const beside = Array.from({ length: 150 }, (_, ball) => diagram.neighbours(ball))
      states!.push(diagram.dimension, diagram.simplices(), diagram.edges(), diagram.hidden(), beside)
      centres = centres.map((x) => x + random.range(-0.05, 0.05))
      const { moved, reinserted, rebuilt, edgesChanged } = diagram.move(centres, radii)
      work!.push([moved, reinserted, rebuilt, edgesChanged])
    }
    row(`power diagram, ${dimension} dimensions`, states)
    row(`power diagram, ${dimension} dimensions: counters`, work)
  }
}
