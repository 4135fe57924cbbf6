// MJCF, the XML of MuJoCo, by its XML reference (mujoco.readthedocs.io/en/stable/XMLreference.html): bodies, joints, geoms, what is said of them in
// classes of defaults and in included files, which geoms are tested against each other, joints that follow others, keyframes. What MuJoCo has beyond
// geometry and motion (masses, actuators, sensors, materials …) is passed over; what changes geometry or motion and is not read is refused by name,
// and so is what MuJoCo does not have.
import { plural } from '../text/plural.js'
import { MjcfBodies } from './mjcf-bodies.js'
import { noteTendons, readEqualities, readKeys } from './mjcf-constraints.js'
import { MjcfContacts } from './mjcf-contacts.js'
import { MjcfDefaults, type MjcfSettings, readSettings } from './mjcf-defaults.js'
import { checkAttributes, type IncludeReader, type MjcfElement, readMjcfTree } from './mjcf-element.js'
import { MjcfMeshes } from './mjcf-geom.js'
import { OTHER_SECTIONS, REFUSED } from './mjcf-known.js'
import { MjcfLinks } from './mjcf-links.js'
import type { RobotDescription } from './robot-description.js'
import { type GeometryChoice, listed } from './urdf.js'

const SECTIONS = new Set([
  ...['compiler', 'option', 'default', 'asset', 'worldbody', 'contact', 'equality', 'tendon', 'keyframe', 'deformable'],
  ...OTHER_SECTIONS,
])

/**
 * Reads MJCF. Throws RobotFileError with file, line, element and what was expected there. Geoms that touch nothing (contype and conaffinity 0) are
 * read only where `geometry` asks for them.
 */
export async function parseMjcf(
  text: string,
  file: string,
  geometry: GeometryChoice,
  readInclude: IncludeReader,
): Promise<RobotDescription> {
  const root = await readMjcfTree(text, file, readInclude)
  checkSections(root)
  const settings = readSettings(root)
  const defaults = new MjcfDefaults(root)
  const meshes = new MjcfMeshes(root, defaults, settings)
  const contacts = new MjcfContacts(root)
  const bodies = new MjcfBodies(root, defaults, settings, meshes, geometry, contacts.paired)
  if (bodies.bodies.length === 1 && bodies.bodies[0]!.geoms.length === 0) {
    root.source.fail(root.line, '<mujoco>', 'a <worldbody> with a body or a geom that counts', 'none')
  }
  const notes: string[] = []
  noteSettings(settings, notes)
  const equalities = readEqualities(root, bodies, defaults, settings)
  notes.push(...equalities.notes)
  noteTendons(root, notes)
  const pairs = contacts.resolve(bodies, settings)
  const { links, joints } = new MjcfLinks(bodies, pairs, equalities)
  const states = readKeys(root, bodies, equalities, notes)
  noteBodies(bodies, geometry, notes)
  const name = root.attributes.get('model')
  return {
    name: name === undefined || name.trim() === '' ? undefined : name,
    ...{ links, joints, notes, states, allowed: pairs.allowed() },
  }
}

function checkSections(root: MjcfElement): void {
  checkAttributes(root, new Set(['model']))
  for (const { name, source, line, children } of root.children) {
    if (!SECTIONS.has(name)) source.fail(line, `<mujoco> <${name}>`, 'a section that MuJoCo has', `<${name}>`)
    if (name !== 'deformable') continue
    // A <skin> is drawn, and touches nothing.
    for (const child of children) {
      if (child.name === 'skin') continue
      const expected = REFUSED.get(child.name) ?? '<flex> or <skin>'
      source.fail(child.line, `<deformable> <${child.name}>`, expected, `<${child.name}>`)
    }
  }
}

function noteSettings({ contacts, limits }: MjcfSettings, notes: string[]): void {
  if (!contacts) notes.push('The model switches contacts off (<flag>); here they are tested.')
  if (!limits) notes.push('The model switches the limits of joints off (<flag>); here they hold.')
}

function noteBodies({ bodies, mocap }: MjcfBodies, choice: GeometryChoice, notes: string[]): void {
  if (mocap.length > 0) notes.push(`Mocap bodies stay where the file puts them: ${listed(mocap)}.`)
  const shapes = bodies.flatMap(({ geoms }) => geoms.map(({ shape }) => shape.geometry.kind))
  const meshes = shapes.filter((kind) => kind === 'mesh').length
  if (meshes > 0) {
    notes.push(`${plural(meshes, 'geom')} with meshes: their triangles are tested; MuJoCo tests their convex hulls.`)
  }
  const ellipsoids = shapes.filter((kind) => kind === 'ellipsoid').length
  if (ellipsoids > 0) {
    notes.push(
      `Ellipsoids are polyhedra around them, larger by less than 0.6 % of the largest radius: ${ellipsoids} in this model.`,
    )
  }
  const empty = bodies.filter(({ geoms, visuals }) => geoms.length === 0 && visuals > 0)
  if (empty.length > 0 && choice === 'collision') {
    notes.push(
      `${plural(empty.length, 'body', 'bodies')} whose geoms all touch nothing, contype and conaffinity being 0 ` +
        `(option geometry: 'visual' or 'both'): ${listed(empty.map(({ name }) => name))}.`,
    )
  }
}
