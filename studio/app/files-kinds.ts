// What a file is, by its name: which of a folder that was dropped are worth reading at all.

/** Robots with what they include, scenes, paths, meshes with what they consist of, archives. */
export const CELL_FILES = /\.(urdf|srdf|xacro|ya?ml|xml|bvh|json|zip|stl|obj|ply|off|glb|gltf|bin|dae|scene)(\.gz)?$/i

/** Files of a folder or an archive that the user did not mean: what systems and version control leave behind. */
const LEFT_BEHIND = /(^|\/)(\.[^/]*|__MACOSX|node_modules|Thumbs\.db)(\/|$)/

export function worthReading(path: string, kinds: RegExp): boolean {
  return kinds.test(path) && !LEFT_BEHIND.test(path)
}

/** Structures of molecules, and frames of their motion; and places of beads by themselves. */
const MOLECULE_FILES = /\.(pdb|ent|cif|mmcif|bcif|gro|dcd|xtc|trr|psf)(\.gz)?$/i
const FRAME_FILES = /\.(pdb|ent|gro|dcd|xtc|trr|psf|xyz|extxyz)(\.gz)?$/i
const POINT_FILES = /\.(xyz|extxyz)(\.gz)?$/i
const MESH_FILES = /\.(stl|obj|ply|off|glb|gltf|dae)(\.gz)?$/i
const ROBOT_FILES = /\.(urdf|srdf|xacro|xml|bvh)$/i
/** Figures that move, and what they are parts of. */
const CLIPS = /\.bvh$/i
const WITH_CLIPS = /\.(urdf|xacro|json|zip)$/i
/** Scenes that take robots and meshes. */
const WITH_ROBOTS = ['cell', 'motion', 'robots', 'meshes']

/** Which scene files are for, by their names: the one that is open, unless it can do nothing with them and another can. */
export function sceneFor(paths: readonly string[], open: string): string {
  const has = (kinds: RegExp): boolean => paths.some((path) => worthReading(path, kinds))
  const hasRobots = has(ROBOT_FILES) || has(MESH_FILES)
  // A rope that is open takes frames of anything; structures without frames are a protein's.
  if (open === 'rope' && has(FRAME_FILES) && !hasRobots) return open
  if (has(MOLECULE_FILES)) return open === 'protein' || hasRobots ? open : 'protein'
  if (has(POINT_FILES)) return hasRobots ? open : 'rope'
  if (has(CLIPS) && !has(WITH_CLIPS)) return 'motion'
  if (open === 'meshes') return has(ROBOT_FILES) && !has(MESH_FILES) ? 'cell' : open
  if (open === 'protein') return hasRobots ? 'cell' : open
  return WITH_ROBOTS.includes(open) || !has(CELL_FILES) ? open : 'cell'
}
