// Which scene takes files that were dropped, by their names.
import { expect, test } from 'vitest'
import { sceneFor } from '../../../studio/app/files-kinds.js'

test.each([
  // What the open scene can take stays there.
  ['cell', ['arm.urdf', 'meshes/base.stl'], 'cell'],
  ['motion', ['scene.json'], 'motion'],
  ['motion', ['box.obj'], 'motion'],
  ['meshes', ['a.stl', 'b.ply.gz'], 'meshes'],
  ['protein', ['1pga.pdb'], 'protein'],
  ['protein', ['structures.zip'], 'protein'],
  // What it cannot goes to the one that does.
  ['cell', ['1pga.pdb'], 'protein'],
  ['rope', ['1PGA.CIF.gz'], 'protein'],
  ['protein', ['arm.urdf'], 'cell'],
  ['protein', ['base.STL'], 'cell'],
  ['meshes', ['arm.urdf'], 'cell'],
  ['lab', ['robot.zip'], 'cell'],
  ['chain', ['scene.json'], 'cell'],
  ['protein', ['arm.urdf.xacro', 'limits.yaml'], 'cell'],
  // A figure that moves.
  ['cell', ['clip.bvh'], 'motion'],
  ['rope', ['clip.bvh'], 'motion'],
  ['cell', ['scene.json', 'clip.bvh'], 'cell'],
  // What nobody takes is refused where it was dropped.
  ['rope', ['notes.txt'], 'rope'],
  ['cell', ['notes.txt'], 'cell'],
  ['cell', [], 'cell'],
  // Frames of molecules: a rope that is open keeps them; places by themselves are a rope's.
  ['rope', ['run.xtc', 'start.gro.gz'], 'rope'],
  ['rope', ['run.pdb'], 'rope'],
  ['rope', ['1aki.bcif'], 'protein'],
  ['cell', ['run.xtc', 'start.gro'], 'protein'],
  ['chain', ['run.dcd'], 'protein'],
  ['protein', ['run.trr'], 'protein'],
  ['cell', ['coil.xyz'], 'rope'],
  ['protein', ['coil.xyz.gz'], 'rope'],
  // A robot that has a structure beside it is a robot.
  ['cell', ['arm.urdf', 'readme.pdb'], 'cell'],
])('%s is open, %j: %s', (open, paths, scene) => {
  expect(sceneFor(paths as string[], open as string)).toBe(scene)
})
