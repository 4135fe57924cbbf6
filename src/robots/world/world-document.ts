// A world as plain data: all that proofs of its motions rest on (docs/formats/certificate.md), to be hashed, kept, and read by verifiers.

import { copiesOfTriangles } from '../../meshes/deform/deform-result.js'
import {
  type DeformingDocument,
  finishDocument,
  type LinkDocument,
  linkDocuments,
  ShapeList,
  variableDocuments,
  type WorldDocument,
} from '../model/robot-document.js'
import type { Deforming } from './deforming.js'
import type { World, WorldModel } from './world.js'
import { unseenLinks } from './world-examined.js'
import { ALLOWED } from './world-pairs.js'

/** The world as it is now, as plain data with a hash: what a certificate cites, and what `verifyCertificate` checks it against. */
export function worldDocument(world: World): WorldDocument {
  const model = world.model()
  const document = documentOf(model, hashes.get(model.index))
  hashes.set(model.index, document.hash)
  return document
}

/** By index, which is made again when the world changes. */
const hashes = new WeakMap<WorldModel['index'], string>()

/** As much of a world as its document is made of. */
type Documented = Pick<WorldModel, 'robots' | 'index' | 'deforming'>

export function worldHash(model: Documented): string {
  const known = hashes.get(model.index) ?? documentOf(model).hash
  hashes.set(model.index, known)
  return known
}

function documentOf({ robots, index, deforming }: Documented, hash?: string): WorldDocument {
  const { objects, movers, table } = index
  const shapes = new ShapeList()
  const links: LinkDocument[] = []
  const firstLink: number[] = []
  const variables: WorldDocument['variables'][number][] = []
  robots.forEach(({ robot, name, base }, r) => {
    const prefix = `${name}/`
    firstLink.push(links.length)
    links.push(...linkDocuments(robot, { prefix, robot: r, link: links.length, variable: variables.length }, base))
    variables.push(...variableDocuments(robot, prefix))
  })
  const allowed: [number, number][] = []
  const proved: [number, number][] = []
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < objects.length; b++) {
      if (table.get(a, b) === ALLOWED) allowed.push([a, b])
      if (index.isProved(a, b)) proved.push([a, b])
    }
  }
  const rest = {
    variables,
    links,
    objects: objects.map(({ name, robot, link }) => ({ name, link: robot < 0 ? -1 : firstLink[robot]! + link })),
    geometries: objects.flatMap(({ geometry }, i) => shapes.geometries(i, geometry)),
    shapes: shapes.documents,
    allowed,
    proved,
    unseen: unseenLinks(robots),
    ...(deforming.length === 0 ? {} : { deforming: deforming.map((thing) => deformingDocument(thing, index)) }),
  }
  return finishDocument(rest, hash)
}

function orderedTriangles(thing: Deforming, objects: readonly number[]): { triangles: number[]; objects: number[] } {
  const order = Array.from(thing.tree!.order)
  return {
    triangles: order.flatMap((item) => [0, 1, 2].map((k) => thing.items[3 * item + k]!)),
    objects: order.map((item) => objects[item]!),
  }
}

function deformingDocument(thing: Deforming, { objects }: WorldModel['index']): DeformingDocument {
  const { name, necklace, strands, groupOf, self } = thing
  const first = objects.findIndex((own) => own.name === name)
  const rest = {
    name,
    points: thing.length / 3,
    items: thing.size,
    objects: Array.from(groupOf, (group) => first + group),
    self,
  }
  if (necklace === undefined) {
    // In the order of its tree: proofs halve what is near each other.
    const { triangles, objects: own } = orderedTriangles(thing, rest.objects)
    const excluded = copiesOfTriangles(Uint32Array.from(triangles))
    return { ...rest, objects: own, hulls: 'triangles', radii: [], triangles, closed: false, neighbours: 0, excluded }
  }
  necklace.step(thing.points)
  const asked = { maxTests: 0, ...(strands === undefined ? {} : { strands }) }
  const { hulls, radii = [], ...rule } = necklace.between(thing.points, asked).stepInput()
  const { closed = false, neighbours = 0, excluded = [] } = rule
  return { ...rest, hulls, radii: Array.from(radii), closed, neighbours, excluded }
}
