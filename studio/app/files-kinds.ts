// What a file is, by its name: which of a folder that was dropped are worth reading at all.

/** Robots, scenes, paths, meshes with what they consist of, archives. */
export const CELL_FILES = /\.(urdf|srdf|xacro|json|zip|stl|obj|ply|off|glb|gltf|bin|dae)(\.gz)?$|(^|\/)package\.xml$/i

/** Files of which a folder or an archive consists that nobody asked for: what systems and version control leave behind. */
const LEFT_BEHIND = /(^|\/)(\.[^/]*|__MACOSX|node_modules|Thumbs\.db)(\/|$)/

export function worthReading(path: string, kinds: RegExp): boolean {
  return kinds.test(path) && !LEFT_BEHIND.test(path)
}
