// Text files among those that the user brings, by what is in them: scenes, paths and certificates of Limber's own, messages of ROS as YAML
// or JSON, and planning scenes.

export interface TextFile {
  readonly path: string
  readonly text: string
  readonly kind: 'scene' | 'path' | 'certificate' | 'planning' | 'other'
}

/** At the beginning of a line, as messages have them: files of settings use the same words farther inside. */
const PLANNING = /^["'{\s]*(?:robot_model_name|allowed_collision_matrix|world|collision_objects|robot_state)["']?\s*:/m
const MESSAGE = /^(?:joint_names|joint_trajectory|trajectory|joint_state|position|goal)\s*:/m
const YAML = /\.ya?ml$/i
const SCENE_TEXT = /\.scene$/i

/** Undefined for files that are none of these by their names. */
export function documentOf(path: string, bytes: Uint8Array): TextFile | undefined {
  const isJson = /\.json$/i.test(path)
  if (!isJson && !YAML.test(path) && !SCENE_TEXT.test(path)) return undefined
  const text = new TextDecoder().decode(bytes)
  if (SCENE_TEXT.test(path)) return { path, text, kind: 'planning' }
  if (YAML.test(path)) {
    return { path, text, kind: MESSAGE.test(text) ? 'path' : PLANNING.test(text) ? 'planning' : 'other' }
  }
  return { path, text, kind: kindOf(text) }
}

function kindOf(text: string): TextFile['kind'] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'other'
  }
  if (typeof value !== 'object' || value === null) return 'other'
  const has = (...names: string[]): boolean => names.some((name) => name in value)
  if (has('limber')) return has('kind') ? 'certificate' : 'scene'
  if (has('waypoints', 'joint_names', 'joint_trajectory', 'trajectory', 'joint_state')) return 'path'
  if ((has('points') && has('joints')) || (has('name') && has('position'))) return 'path'
  if (has('robot_model_name', 'allowed_collision_matrix', 'world', 'collision_objects')) return 'planning'
  const values = Object.values(value)
  return values.length > 0 && values.every((one) => typeof one === 'number') ? 'path' : 'other'
}
