// MuJoCo's forward kinematics, written again from its documentation and shared with nothing: it finds tags by a regular expression, puts included files in
// by text, merges defaults attribute by attribute, and carries a position and a quaternion (w x y z) down the tree, joint after joint. It knows pos, quat, euler (xyz)
// and axisangle, hinges, slides and free joints, and throws at anything else that would matter.

export interface OracleBody {
  readonly name: string
  readonly position: readonly number[]
  /** w x y z. */
  readonly quaternion: readonly number[]
  readonly geoms: readonly OracleGeom[]
}

/** A geom that can collide. */
export interface OracleGeom {
  readonly type: string
  readonly mesh: string | undefined
  readonly size: readonly number[]
  /** In the world. */
  readonly position: readonly number[]
  readonly quaternion: readonly number[]
}

interface Node {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
}

type Attributes = Readonly<Record<string, string>>
type Classes = Map<string, Map<string, Attributes>>

/** Bodies, depth first, at the values of joints by name (0, or for free joints the file's pose, where left out). */
export function mjcfBodies(
  text: string,
  include: (file: string) => string,
  values: Readonly<Record<string, number>> = {},
): OracleBody[] {
  const root = parse(withIncludes(text, include))
  const compilers = root.children.filter(({ tag }) => tag === 'compiler').map(({ attributes }) => attributes)
  const compiler: Attributes = Object.assign({}, ...compilers)
  const factor = compiler.angle === 'radian' ? 1 : Math.PI / 180
  if (compiler.eulerseq !== undefined && compiler.eulerseq !== 'xyz') throw new Error('eulerseq')
  const classes: Classes = new Map([['main', new Map()]])
  for (const node of root.children) if (node.tag === 'default') readDefaults(node, 'main', classes)
  const out: OracleBody[] = []
  const of = (node: Node, childClass: string): Attributes => ({
    ...classes.get(node.attributes.class ?? childClass)!.get(node.tag),
    ...node.attributes,
  })
  const visit = (node: Node, parent: Frame, childClass: string): void => {
    const own = node.attributes.childclass ?? childClass
    let frame = node.tag === 'worldbody' ? parent : composed(parent, frameOf(node.attributes, factor))
    for (const child of node.children) {
      if (child.tag === 'freejoint' || child.tag === 'joint')
        frame = moved(frame, of(child, own), child.tag, values, factor)
    }
    const geoms: OracleGeom[] = []
    for (const child of node.children) {
      if (child.tag !== 'geom') continue
      const { type = 'sphere', mesh, size, contype = '1', conaffinity = '1', fromto, ...rest } = of(child, own)
      if (fromto !== undefined) throw new Error('fromto')
      if (contype === '0' && conaffinity === '0') continue
      const [position, quaternion] = composed(frame, frameOf(rest, factor))
      geoms.push({ type, mesh, size: numbers(size), position, quaternion })
    }
    const name = node.tag === 'worldbody' ? 'world' : node.attributes.name!
    out.push({ name, position: frame[0], quaternion: frame[1], geoms })
    for (const child of node.children) {
      if (child.tag === 'body') visit(child, frame, own)
      else if (['frame', 'replicate', 'attach', 'composite'].includes(child.tag)) throw new Error(child.tag)
    }
  }
  for (const node of root.children)
    if (node.tag === 'worldbody')
      visit(
        node,
        [
          [0, 0, 0],
          [1, 0, 0, 0],
        ],
        'main',
      )
  return out
}

/** A position and a quaternion. */
type Frame = readonly [readonly number[], readonly number[]]

function frameOf(attributes: Attributes, factor: number): Frame {
  const position = numbers(attributes.pos ?? '0 0 0')
  if (attributes.xyaxes !== undefined || attributes.zaxis !== undefined) throw new Error('xyaxes or zaxis')
  if (attributes.axisangle !== undefined) {
    const [x, y, z, a] = numbers(attributes.axisangle)
    return [position, about([x!, y!, z!], a! * factor)]
  }
  if (attributes.euler !== undefined) {
    const [a, b, c] = numbers(attributes.euler).map((x) => x * factor)
    return [position, product(product(about([1, 0, 0], a!), about([0, 1, 0], b!)), about([0, 0, 1], c!))]
  }
  return [position, normalised(numbers(attributes.quat ?? '1 0 0 0'))]
}

function moved(
  [position, quaternion]: Frame,
  joint: Attributes,
  tag: string,
  values: Readonly<Record<string, number>>,
  factor: number,
): Frame {
  const type = tag === 'freejoint' ? 'free' : (joint.type ?? 'hinge')
  if (type === 'free') return [position, quaternion]
  const axis = normalised(numbers(joint.axis ?? '0 0 1'))
  const value = (values[joint.name!] ?? 0) - Number(joint.ref ?? 0) * (type === 'hinge' ? factor : 1)
  if (type === 'slide') return [added(position, rotated(quaternion, axis), value), quaternion]
  if (type !== 'hinge') throw new Error(type)
  // The anchor stays where it is.
  const anchor = numbers(joint.pos ?? '0 0 0')
  const fixed = added(position, rotated(quaternion, anchor), 1)
  const next = product(quaternion, about(axis, value))
  return [added(fixed, rotated(next, anchor), -1), next]
}

function composed([p, q]: Frame, [r, s]: Frame): Frame {
  return [added(p, rotated(q, r), 1), product(q, s)]
}

function added(a: readonly number[], b: readonly number[], factor: number): number[] {
  return a.map((x, k) => x + factor * b[k]!)
}

function about(axis: readonly number[], angle: number): number[] {
  return [Math.cos(angle / 2), ...normalised(axis).map((x) => x * Math.sin(angle / 2))]
}

function normalised(v: readonly number[]): number[] {
  const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0))
  return v.map((x) => x / length)
}

function product([a, b, c, d]: readonly number[], [e, f, g, h]: readonly number[]): number[] {
  return [
    a! * e! - b! * f! - c! * g! - d! * h!,
    a! * f! + b! * e! + c! * h! - d! * g!,
    a! * g! - b! * h! + c! * e! + d! * f!,
    a! * h! + b! * g! - c! * f! + d! * e!,
  ]
}

/** q · (0, v) · q*. */
export function rotated(q: readonly number[], v: readonly number[]): number[] {
  return product(product(q, [0, ...v]), [q[0]!, -q[1]!, -q[2]!, -q[3]!]).slice(1)
}

function numbers(text: string | undefined): number[] {
  return (text ?? '').trim().split(/\s+/).map(Number)
}

function withIncludes(text: string, include: (file: string) => string): string {
  return text.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<include\s+file="([^"]*)"\s*\/>/g, (_, file: string) =>
    withIncludes(include(file), include)
      .replace(/^[\s\S]*?<mujoco[^>]*>/, '')
      .replace(/<\/mujoco>\s*$/, ''),
  )
}

function parse(text: string): Node {
  const top: Node = { tag: '', attributes: {}, children: [] }
  const open = [top]
  for (const [, closing, tag, inside, empty] of text.matchAll(/<(\/?)(\w+)((?:\s+[\w:]+\s*=\s*"[^"]*")*)\s*(\/?)>/g)) {
    if (closing === '/') {
      open.pop()
      continue
    }
    const attributes = Object.fromEntries(
      [...inside!.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)].map(([, key, value]) => [key, value]),
    )
    const node: Node = { tag: tag!, attributes, children: [] }
    open.at(-1)!.children.push(node)
    if (empty !== '/') open.push(node)
  }
  return top.children[0]!
}

function readDefaults(node: Node, name: string, classes: Classes): void {
  const own = classes.get(name)!
  for (const child of node.children) {
    if (child.tag !== 'default') own.set(child.tag, { ...own.get(child.tag), ...child.attributes })
  }
  for (const child of node.children) {
    if (child.tag !== 'default') continue
    classes.set(child.attributes.class!, new Map(own))
    readDefaults(child, child.attributes.class!, classes)
  }
}
