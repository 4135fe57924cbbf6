// Chains: changed, undone and asked.
import { box, type ChainOptions, ChainTree, type KeptStats, Random, sphere } from '../../src/entries/chains.js'
import { MeshTree } from '../../src/entries/meshes.js'
import type { Row, Value } from './digest.js'
import { bumpyBall, randomPose, shapeOfEachKind, walk } from './inputs.js'

const counters = ({ volumeTests, leafTests, nodesUpdated }: KeptStats): Value => [volumeTests, leafTests, nodesUpdated]

const WAYS: Readonly<Record<string, ChainOptions>> = {
  'oriented boxes': {},
  'swept spheres': { volume: 'rss' },
  'cab, tight': { boxes: 'tight', linksPerLeaf: 2, experimental: { merge: 'cab' } },
  'covariance, loose, neighbours 3': { boxes: 'loose', neighbours: 3, experimental: { merge: 'covariance' } },
  'some pairs left out': { exclude: (i, j) => (i + j) % 3 === 0 },
}

export function chains(row: Row): void {
  for (const [name, options] of Object.entries(WAYS)) {
    play(row, `spheres, ${name}`, ChainTree.fromSpheres(walk(new Random(1), 300, 1, 0.75), 0.47, options))
    const random = new Random(2)
    const kinds = Object.values(shapeOfEachKind(random))
    const links = Array.from({ length: 40 }, (_, i) => kinds[i % kinds.length]!)
    const joints = links.slice(1).map(() => bent(random, 1))
    play(row, `shapes, ${name}`, ChainTree.fromLinks(links, joints, options))
  }
}

function play(row: Row, name: string, chain: ChainTree): void {
  const random = new Random(3)
  const other = ChainTree.fromSpheres(walk(new Random(4), 50, 1), 0.4)
  const rock = new MeshTree(bumpyBall(new Random(5), 8, 10, 2))
  const cube = box({ size: [2, 3, 1] })
  const [touches, collisions, near, closest, meets, distances, poses, work]: Value[][] = [
    [],
    [],
    [],
    [],
    [],
    [],
    [],
    [],
  ]
  for (let step = 0; step < 60; step++) {
    change(chain, random, step)
    const touching = chain.selfCollides()
    touches!.push(touching)
    work!.push(counters(chain.stats))
    if (step % 5 === 1 || (touching && step % 5 !== 2)) chain.undo()
    if (step % 6 !== 5) continue
    const hits = chain.selfCollisions()
    collisions!.push(hits.count, hits.pairs, hits.distances)
    const pairs = chain.pairsWithin(0.3)
    near!.push(pairs.count, pairs.pairs, pairs.distances)
    const pair = chain.closestPair()!
    closest!.push(pair.distance, pair.error, pair.a, pair.b, pair.pointA, pair.pointB)
    work!.push(counters(hits.stats), counters(pairs.stats), counters(pair.stats))
    for (const thing of [other, rock, cube]) {
      let pose: ReturnType<typeof randomPose> | undefined = randomPose(random, 2, 12)
      if (thing instanceof ChainTree) {
        thing.setBase(pose)
        pose = undefined
      }
      meets!.push(chain.collidesWith(thing, pose))
      work!.push(counters(chain.stats))
      const d = chain.distanceTo(thing, pose)
      distances!.push(d.distance, d.error, d.a, d.b, d.pointA, d.pointB)
      work!.push(counters(d.stats))
    }
    poses!.push(chain.poses(), chain.relativePose(3, chain.size - 2), chain.jointPose(5))
  }
  row(`${name}: poses after changes and undos`, poses)
  row(`${name}: selfCollides`, touches)
  row(`${name}: selfCollisions`, collisions)
  row(`${name}: pairsWithin`, near)
  row(`${name}: closestPair`, closest)
  row(`${name}: collidesWith`, meets)
  row(`${name}: distanceTo`, distances)
  const boxes = Array.from({ length: chain.levels }, (_, level) => chain.boxes(level))
  row(`${name}: boxes of all levels`, ...boxes.map(({ boxes: b, first, end }): Value => [b, first, end]))
  row(`${name}: counters`, work)
}

/** The next link's pose: a step along x, turned by two radians at most. */
function bent(random: Random, step: number) {
  const [x, y, z] = random.direction(new Float64Array(3)).map((c) => random.range(0, 0.85) * c)
  return { at: [step, 0, 0], rotation: [x!, y!, z!, Math.sqrt(1 - x! * x! - y! * y! - z! * z!)] }
}

/** Mostly turns; now and then something else. */
function change(chain: ChainTree, random: Random, step: number): void {
  const joint = random.integer(chain.size - 1)
  const angle = random.range(-2, 2)
  if (step % 10 === 3) chain.slide(joint, random.range(-0.1, 0.1))
  else if (step % 10 === 6) chain.rotate(joint, angle, [0, 0.6, 0.8])
  else if (step % 20 === 8) chain.setJoint(joint, bent(random, 1.3))
  else if (step % 20 === 18) chain.setShape(joint, sphere({ radius: 0.3 }))
  else if (step % 10 === 9)
    chain.change([
      { kind: 'rotate', joint, angle },
      { kind: 'rotate', joint: (joint + 7) % (chain.size - 1), angle: -angle },
    ])
  else chain.rotate(joint, angle)
}
