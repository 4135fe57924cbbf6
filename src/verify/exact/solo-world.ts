// The document of a world with one of its robots only, as docs/formats/certificate.md ("Several robots") describes it.
import { demand, type Fields, hashOf, list, numbers, type Plain, records } from '../plain.js'
import type { ExactWorld } from './world.js'

/** Numbers of links and of variables that belong to each robot. */
export interface Belongings {
  readonly links: readonly number[]
  readonly variables: readonly number[]
}

const WIDTHS: Readonly<Record<string, number>> = { revolute: 1, continuous: 1, prismatic: 1, planar: 3, floating: 7 }

export function belongingsOf({ links, variables }: ExactWorld): Belongings[] {
  const count = 1 + Math.max(-1, ...links.map(({ robot }) => robot))
  demand(count <= links.length, 'a robot of the world has no links')
  const owners = variables.map(() => -1)
  links.forEach(({ robot, parent, kind, variable }, l) => {
    demand(l === 0 || robot >= links[l - 1]!.robot, 'the links of robots are mixed up')
    demand(parent < 0 || links[parent]!.robot === robot, `links[${l}] hangs on another robot`)
    for (let v = variable; kind !== 'fixed' && v < variable + WIDTHS[kind]!; v++) {
      demand(owners[v] === -1 || owners[v] === robot, `links[${l}] follows a variable of another robot`)
      owners[v] = robot
    }
  })
  const isRising = owners.every((robot, v) => robot >= (owners[v - 1] ?? 0))
  demand(isRising, 'the variables of robots are mixed up, or one belongs to none')
  return Array.from({ length: count }, (_, r) => {
    const own = links.flatMap(({ robot }, l) => (robot === r ? [l] : []))
    demand(own.length > 0, 'a robot of the world has no links')
    return { links: own, variables: owners.flatMap((robot, v) => (robot === r ? [v] : [])) }
  })
}

export function worldOfOne(whole: Fields, world: ExactWorld, own: Belongings): Fields {
  const [firstLink, firstVariable] = [own.links[0]!, own.variables[0] ?? 0]
  const isOwn = (link: number): boolean => own.links.includes(link)
  const objects = world.objects.flatMap(({ link }, o) => (link === -1 || isOwn(link) ? [o] : []))
  const geometries = world.geometries.flatMap(({ object }, g) => (objects.includes(object) ? [g] : []))
  const given = (field: string, places: readonly number[]): Fields[] => {
    const all = records(whole[field], field)
    return places.map((place) => all[place]!)
  }
  const shapes = [...new Set(given('geometries', geometries).map(({ shape }) => shape as number))]
  const links = given('links', own.links)
  const document = {
    limber: 2,
    kind: 'world',
    variables: given('variables', own.variables),
    links: links.map((link) => {
      const variable = link.kind === 'fixed' ? -1 : (link.variable as number) - firstVariable
      const parent = link.parent === -1 ? -1 : (link.parent as number) - firstLink
      return { ...link, robot: 0, parent, variable }
    }),
    objects: given('objects', objects).map((object) => {
      return object.link === -1 ? object : { ...object, link: (object.link as number) - firstLink }
    }),
    geometries: given('geometries', geometries).map((geometry) => ({
      ...geometry,
      object: objects.indexOf(geometry.object as number),
      shape: shapes.indexOf(geometry.shape as number),
    })),
    shapes: given('shapes', shapes),
    allowed: list(whole.allowed, 'allowed')
      .map((pair) => numbers(pair, 'allowed', 2).map((object) => objects.indexOf(object)))
      .filter((pair) => !pair.includes(-1)),
    proved: [] as Plain[],
    unseen: list(whole.unseen, 'unseen').filter((name) => links.some((link) => link.name === name)),
  }
  return { ...document, hash: hashOf(document) }
}
