// Small files of every format, read; and what is written.
import { type MeshData, parseMesh } from '../../src/entries/meshes.js'
import {
  parseDcd,
  parsePdbFrames,
  parseStructure,
  parseXyz,
  type Structure,
  writeDcd,
  writePdb,
} from '../../src/entries/molecules.js'
import {
  configurationsOf,
  parsePath,
  parseRobot,
  parseScene,
  parseSrdf,
  parseUrdf,
  robotHash,
  type UrdfCollision,
  worldDocument,
  worldFromScene,
} from '../../src/entries/robots.js'
import type { Row, Value } from './digest.js'

const TETRAHEDRON = [
  [0, 0, 0],
  [1.1, 0, 0.1],
  [0.2, 0.9, 0],
  [0.3, 0.3, 1.7],
] as const
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
] as const

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const lines = (rows: readonly (readonly (string | number)[])[]): string => rows.map((r) => r.join(' ')).join('\n')

const corners = FACES.map((face) => face.map((k) => TETRAHEDRON[k]!))
const MESHES: Readonly<Record<string, Uint8Array>> = {
  'text.stl': bytesOf(
    `solid t\n${corners
      .map(
        (c) => `facet normal 0 0 0\nouter loop\n${c.map((p) => `vertex ${p.join(' ')}`).join('\n')}\nendloop\nendfacet`,
      )
      .join('\n')}\nendsolid t\n`,
  ),
  'binary.stl': binaryStl(),
  'some.obj': bytesOf(
    `${lines(TETRAHEDRON.map((p) => ['v', ...p]))}\n${lines(FACES.map((f) => ['f', ...f.map((k) => k + 1)]))}\nf 1 2 3 4\n`,
  ),
  'some.ply': bytesOf(
    `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${lines(TETRAHEDRON)}\n${lines(FACES.map((f) => [3, ...f]))}\n`,
  ),
  'some.off': bytesOf(`OFF\n4 4 0\n${lines(TETRAHEDRON)}\n${lines(FACES.map((f) => [3, ...f]))}\n`),
}

function binaryStl(): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(84 + 50 * FACES.length))
  bytes.setUint32(80, FACES.length, true)
  corners.forEach((face, f) => {
    face.flat().forEach((x, k) => {
      bytes.setFloat32(84 + 50 * f + 12 + 4 * k, x, true)
    })
  })
  return new Uint8Array(bytes.buffer)
}

const URDF = `<?xml version="1.0"?>
<robot name="small">
  <link name="base">
    <visual><geometry><box size="1 1 1"/></geometry></visual>
    <collision name="body"><origin xyz="0.1 0.2 0.3" rpy="0.1 -0.2 0.3"/><geometry><box size="0.4 0.5 0.6"/></geometry></collision>
    <collision><geometry><mesh filename="part.stl" scale="0.5 0.5 0.25"/></geometry></collision>
  </link>
  <link name="arm"><collision><geometry><capsule radius="0.1" length="0.5"/></geometry></collision></link>
  <link name="hand"><collision><geometry><cylinder radius="0.2" length="0.4"/></geometry></collision></link>
  <link name="finger"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="thumb"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="arm"/><origin xyz="0 0 1" rpy="1.5707963 0 0"/><axis xyz="0 1 1"/>
    <limit lower="-1.5" upper="2.5" effort="10" velocity="2"/>
  </joint>
  <joint name="wrist" type="continuous"><parent link="arm"/><child link="hand"/><axis xyz="0 0 2"/></joint>
  <joint name="slide" type="prismatic"><parent link="hand"/><child link="finger"/><limit lower="0" upper="0.1"/></joint>
  <joint name="mirror" type="prismatic"><parent link="hand"/><child link="thumb"/><axis xyz="-1 0 0"/>
    <limit lower="-1" upper="1"/><mimic joint="slide" multiplier="-2" offset="0.25"/></joint>
</robot>`

const SRDF = `<robot name="small">
  <group name="all"><chain base_link="base" tip_link="hand"/></group>
  <group_state name="bent" group="all"><joint name="shoulder" value="0.7"/><joint name="wrist" value="-0.4"/></group_state>
  <disable_collisions link1="base" link2="arm" reason="Adjacent"/>
</robot>`

const PDB = `ATOM      1  N   ALA A   1      11.104   6.134  -6.504  1.00 10.00           N
ATOM      2  CA  ALA A   1      11.639   6.071  -5.147  1.00 11.00           C
ATOM      3  C   ALA A   1      13.160   6.023  -5.182  1.00 12.00           C
ATOM      4  O   ALA A   1      13.761   5.501  -6.121  1.00 13.00           O
ATOM      5  CB  ALA A   1      11.112   4.841  -4.415  0.50 14.00           C
ATOM      6  N   GLY A   2      13.779   6.575  -4.145  1.00 15.00           N
ATOM      7  CA  GLY A   2      15.232   6.596  -4.040  1.00 16.00           C
ATOM      8  C   GLY A   2      15.735   7.980  -3.651  1.00 17.00           C
HETATM    9  O   HOH A 101      20.000   1.000   2.500  1.00 30.00           O
END
`

const XYZ = `3\nfirst\nC 0 0 0\nC 1.5 0.1 0\nO 2.25 1.5 -0.5\n3\nsecond\nC 0.1 0 0\nC 1.5 0.25 0\nO 2.25 1.5 0.5\n`

const SCENE = {
  limber: 1,
  robots: [{ name: 'small', urdf: 'small.urdf', base: { xyz: [0, 0, 0.5], rpy: [0, 0, 0.3] } }],
  obstacles: [
    { name: 'table', shape: { kind: 'box', size: [2, 2, 0.1] } },
    { name: 'part', shape: { kind: 'mesh', file: 'part.stl' }, pose: { xyz: [1, 0, 0.5], quat: [0, 0, 0.6, 0.8] } },
  ],
  attached: [{ name: 'tool', link: 'small/hand', shape: { kind: 'sphere', radius: 0.1 }, touch: ['small/finger'] }],
  allowed: [['small/base', 'table']],
}

export async function formats(row: Row): Promise<void> {
  for (const [name, bytes] of Object.entries(MESHES)) {
    row(name, meshValues(parseMesh(bytes, { name })), meshValues(parseMesh(bytes, { name, scale: [1, 2, 0.001] })))
  }
  const urdf = parseUrdf(URDF)
  row('URDF: links', ...urdf.links.map((link): Value => [link.name, link.checked.map(collisionValues)]))
  row(
    'URDF: joints',
    ...urdf.joints.map((j): Value => {
      const limits = [j.limits.lower, j.limits.upper, j.limits.velocity, j.limits.effort, j.limits.acceleration]
      const mimic = [j.mimic?.joint, j.mimic?.multiplier, j.mimic?.offset]
      return [j.name, j.kind, j.parent, j.child, j.origin, j.axis, limits, mimic]
    }),
  )
  const srdf = parseSrdf(SRDF)
  row(
    'SRDF',
    srdf.disabled.map((p): Value => [p.link1, p.link2, p.reason]),
    srdf.states.map((s): Value => [s.name, s.group, s.joints.map((j): Value => [j.name, j.values])]),
  )
  const part = parseMesh(MESHES['binary.stl']!, { name: 'part.stl' })
  const robot = await parseRobot(URDF, { srdf: SRDF, readMesh: () => part })
  row('robot of URDF and SRDF', robotHash(robot), robot.variables, robot.lower, robot.upper, robot.state('bent'))
  row('robot of URDF and SRDF: poses', robot.linkPoses(robot.state('bent')), robot.linkPoses([1, 2, 0.05]))

  const { world } = await worldFromScene(parseScene(SCENE), { robot: async () => robot, mesh: async () => part })
  row('scene', JSON.stringify(worldDocument(world)))
  const path = parsePath({
    joints: ['small/shoulder', 'small/wrist'],
    waypoints: [
      [0.1, 0.2],
      [0.3, -4],
    ],
  })
  row('path', configurationsOf(world, path))

  const structure = parseStructure(PDB, { name: 'small.pdb' })
  row('PDB', ...structureValues(structure))
  row('PDB, written', writePdb(structure))
  row('mmCIF', ...structureValues(parseStructure(mmcif(structure), { name: 'small.cif' })))
  const frames = parseXyz(XYZ)
  row('XYZ', frames.count, frames.names, frames.frame(0), frames.frame(1))
  const bytes = writeDcd([frames.frame(0), frames.frame(1)])
  const again = parseDcd(bytes)
  row('DCD', bytes, again.count, again.frame(0), again.frame(1))
  const models = `MODEL        1\n${PDB.replace('END\n', 'ENDMDL\n')}MODEL        2\n${PDB.replace('END\n', 'ENDMDL\n')}END\n`
  row('PDB frames', parsePdbFrames(models, { atoms: 'backbone' }).count, parsePdbFrames(models).frame(1))
}

function meshValues({ format, positions, triangles }: MeshData): Value {
  return [format, positions, triangles]
}

function collisionValues({ name, origin, geometry: g }: UrdfCollision): Value {
  switch (g.kind) {
    case 'box':
      return [name, origin, g.kind, g.size]
    case 'sphere':
      return [name, origin, g.kind, g.radius]
    case 'mesh':
      return [name, origin, g.kind, g.filename, g.scale]
    default:
      return [name, origin, g.kind, g.radius, g.length]
  }
}

function structureValues({ atoms, residues, chains, models }: Structure): Value[] {
  return [
    [atoms.count, atoms.names, atoms.elements, atoms.residue, atoms.serial, atoms.occupancy, atoms.temperature],
    residues.map((r): Value => [r.name, r.chain, r.number, r.first, r.count, r.hetero, r.kind]),
    chains.map((c): Value => [c.id, c.first, c.count, c.residues, c.pieces, c.cyclic]),
    models,
  ]
}

/** The same structure as mmCIF. */
function mmcif({ atoms, residues, models }: Structure): string {
  const columns = ['group_PDB', 'id', 'type_symbol', 'label_atom_id', 'label_alt_id', 'label_comp_id', 'label_asym_id']
  const more = [
    'label_seq_id',
    'Cartn_x',
    'Cartn_y',
    'Cartn_z',
    'occupancy',
    'B_iso_or_equiv',
    'auth_seq_id',
    'auth_asym_id',
  ]
  const rows = atoms.names.map((name, i) => {
    const residue = residues[atoms.residue[i]!]!
    const at = models[0]!.subarray(3 * i, 3 * i + 3)
    const group = residue.hetero ? 'HETATM' : 'ATOM'
    const { name: comp, number } = residue
    return [group, i + 1, atoms.elements[i]!, name, '.', comp, 'A', number, ...at, 1, 10 + i, number, 'A']
  })
  return `data_small\nloop_\n${[...columns, ...more].map((c) => `_atom_site.${c}`).join('\n')}\n${lines(rows)}\n#\n`
}
