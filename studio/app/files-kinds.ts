// What a file is, by its name: which of a folder that was dropped are worth reading at all.

/** Robots with what they include, scenes, paths, meshes with what they consist of, archives. */
export const CELL_FILES = /\.(urdf|srdf|xacro|ya?ml|xml|bvh|json|zip|stl|obj|ply|off|glb|gltf|bin|dae)(\.gz)?$/i

/** Files of a folder or an archive that the user did not mean: what systems and version control leave behind. */
const LEFT_BEHIND = /(^|\/)(\.[^/]*|__MACOSX|node_modules|Thumbs\.db)(\/|$)/

export function worthReading(path: string, kinds: RegExp): boolean {
  return kinds.test(path) && !LEFT_BEHIND.test(path)
}

/** Structures of molecules. */
const STRUCTURE_FILES = /\.(pdb|ent|cif|mmcif)(\.gz)?$/i
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
  if (has(STRUCTURE_FILES)) return open === 'protein' || hasRobots ? open : 'protein'
  if (has(CLIPS) && !has(WITH_CLIPS)) return 'motion'
  if (open === 'meshes') return has(ROBOT_FILES) && !has(MESH_FILES) ? 'cell' : open
  if (open === 'protein') return hasRobots ? 'cell' : open
  return WITH_ROBOTS.includes(open) || !has(CELL_FILES) ? open : 'cell'
}
