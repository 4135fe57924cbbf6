// Colours of materials, as URDF and MuJoCo models write them: four numbers from 0 to 1. They are for who draws a robot, so one that cannot
// be read is left out, without an error. Textures are not read.
import type { GeometryColour } from '../../robots/model/robot.js'
import type { XmlElement } from '../text/xml.js'
import { decimal } from './robot-xml.js'

/** `0.2 0.2 0.2 1`: red, green, blue and opacity; what is beyond 0 and 1 is cut off. */
export function parseColour(text: string | undefined): GeometryColour | undefined {
  const parts = (text ?? '').trim().split(/\s+/).slice(0, 5).map(decimal)
  if (parts.length !== 4 || !parts.every(Number.isFinite)) return undefined
  return parts.map((x) => Math.min(1, Math.max(0, x))) as unknown as GeometryColour
}

/** By name: of the robot, and of visuals, which others refer to as well. The first of a name counts. */
export function materialColours(root: XmlElement): ReadonlyMap<string, GeometryColour> {
  const found = new Map<string, GeometryColour>()
  const visuals = root.children.filter(({ name }) => name === 'link').flatMap(({ children }) => children)
  for (const around of [root, ...visuals]) {
    for (const child of around.children) {
      const name = child.attributes.get('name') ?? ''
      const colour = child.name === 'material' ? ownColour(child) : undefined
      if (name !== '' && colour !== undefined && !found.has(name)) found.set(name, colour)
    }
  }
  return found
}

/** Of a <visual>: its own, or that of the material that it names. */
export function colourOf(visual: XmlElement, known: ReadonlyMap<string, GeometryColour>): GeometryColour | undefined {
  const material = visual.children.find(({ name }) => name === 'material')
  if (material === undefined) return undefined
  return ownColour(material) ?? known.get(material.attributes.get('name') ?? '')
}

function ownColour({ children }: XmlElement): GeometryColour | undefined {
  return parseColour(children.find(({ name }) => name === 'color')?.attributes.get('rgba'))
}
