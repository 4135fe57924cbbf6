// One robot of a world without the others: the document that a certificate of its motion alone must be about. It is made from the
// whole document field by field, so that its hash is that of the same world made by any program: links, variables, objects and
// shapes of the others are left out, what is left is numbered again, and nothing is taken as proved.
import { demand, type Fields, hashOf, list, type Plain, records } from './plain.js'
import { type ReadWorld, VARIABLES } from './world.js'

/** Where a robot's links and variables begin, and how many they are. */
export interface Share {
  readonly link: number
  readonly links: number
  readonly variable: number
  readonly variables: number
}

/** Links and variables of a world, robot after robot. Each hangs on its own robot, and follows variables of its own. */
export function sharesOf({ links, variables }: ReadWorld): Share[] {
  const shares: Share[] = []
  let end = 0
  links.forEach(({ robot, parent, kind, variable }, l) => {
    if (robot === shares.length) shares.push({ link: l, links: 0, variable: end, variables: 0 })
    demand(robot === shares.length - 1, `links[${l}] is not in the order of robots`)
    const own = shares[robot]!
    const isOwn = (parent < 0 || parent >= own.link) && (kind === 'fixed' || variable >= own.variable)
    demand(isOwn, `links[${l}] hangs on another robot, or follows its variables`)
    if (kind !== 'fixed') end = Math.max(end, variable + VARIABLES[kind])
    shares[robot] = { ...own, links: l + 1 - own.link, variables: end - own.variable }
  })
  demand(end === variables.length, 'a variable of the world belongs to no robot')
  return shares
}

export function soloDocument(whole: Fields, { links, objects }: ReadWorld, robot: number, share: Share): Fields {
  const all = records(whole.links, 'links').slice(share.link, share.link + share.links)
  const places = new Map<number, number>()
  const kept = records(whole.objects, 'objects').filter((_, o) => {
    const { link } = objects[o]!
    const isKept = link < 0 || links[link]!.robot === robot
    if (isKept) places.set(o, places.size)
    return isKept
  })
  const shapes = new Map<Plain | undefined, number>()
  const geometries = records(whole.geometries, 'geometries').flatMap((own) => {
    const object = places.get(own.object as number)
    if (object === undefined) return []
    if (!shapes.has(own.shape)) shapes.set(own.shape, shapes.size)
    return [{ ...own, object, shape: shapes.get(own.shape)! }]
  })
  const allowed = list(whole.allowed, 'allowed').flatMap((pair) => {
    const [a, b] = (pair as readonly number[]).map((o) => places.get(o))
    return a === undefined || b === undefined ? [] : [[a, b]]
  })
  const names = new Set(all.map(({ name }) => name))
  const after = (place: Plain | undefined, first: number): number => Math.max(-1, (place as number) - first)
  const solo = {
    limber: 2,
    kind: 'world',
    variables: list(whole.variables, 'variables').slice(share.variable, share.variable + share.variables),
    links: all.map((own) => ({
      ...own,
      robot: 0,
      parent: after(own.parent, share.link),
      variable: after(own.variable, share.variable),
    })),
    objects: kept.map((own) => ({ ...own, link: after(own.link, share.link) })),
    geometries,
    shapes: [...shapes.keys()].map((s) => list(whole.shapes, 'shapes')[s as number]!),
    allowed,
    proved: [],
    unseen: list(whole.unseen, 'unseen').filter((name) => names.has(name)),
  }
  return { ...solo, hash: hashOf(solo) }
}
