// The nodes of a Collada scene, walked with their transforms. A node may show another node, and that one others, so a
// few lines can ask for millions: depth and number of visits are bounded.

import { cosine, sine } from '../../base/math/trigonometry.js'
import type { XmlElement } from '../text/xml.js'
import { type Affine, identityAffine, multiplyAffine, rotation, scaling, translation } from './affine.js'
import type { ColladaDocument } from './collada.js'
import { readNumbers } from './collada-numbers.js'

export interface Shown {
  readonly geometry: XmlElement
  /** What shows it. */
  readonly instance: XmlElement
  readonly pose: Affine
}

const MAX_DEPTH = 100
/** Elements of nodes that are read. */
const MAX_VISITS = 1_000_000

interface Visit {
  readonly node: XmlElement
  readonly pose: Affine
  readonly depth: number
  /** A transform on the way that is not supported: an error only if something is shown with it. */
  readonly unknown: XmlElement | undefined
}

export class ColladaNodes {
  private visits = 0

  constructor(private readonly document: ColladaDocument) {}

  walk(scene: XmlElement): Shown[] {
    const out: Shown[] = []
    const open: Visit[] = []
    const push = (nodes: readonly XmlElement[], from: Omit<Visit, 'node'>): void => {
      for (let k = nodes.length - 1; k >= 0; k--) open.push({ ...from, node: nodes[k]! })
    }
    const root = { pose: identityAffine(), depth: 0, unknown: undefined }
    push(
      scene.children.filter(({ name }) => name === 'node'),
      root,
    )
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { document } = this
      if (next.depth > MAX_DEPTH)
        document.fail(next.node, `nodes at most ${MAX_DEPTH} deep`, 'more: they may form a cycle')
      this.visits += 1 + next.node.children.length
      if (this.visits > MAX_VISITS) document.fail(next.node, `a scene of at most ${MAX_VISITS} elements`, 'more')
      const placed = this.place(next)
      const below: XmlElement[] = []
      for (const element of next.node.children) {
        if (element.name === 'node') below.push(element)
        else if (element.name === 'instance_node') below.push(document.target(element, 'url', 'node'))
        else if (element.name === 'instance_controller') {
          document.fail(element, 'geometry without a controller: skins and morphs are not supported')
        } else if (element.name === 'instance_geometry') {
          if (placed.unknown !== undefined)
            document.fail(placed.unknown, `no <${placed.unknown.name}>, which is not supported`)
          out.push({ geometry: document.target(element, 'url', 'geometry'), instance: element, pose: placed.pose })
        }
      }
      push(below, { ...placed, depth: next.depth + 1 })
    }
    return out
  }

  /** The pose inside a node: its transforms in the order of the file, the last one next to the geometry. */
  private place({ node, pose, unknown }: Visit): { pose: Affine; unknown: XmlElement | undefined } {
    for (const element of node.children) {
      const step = this.transform(element)
      if (step === 'unknown') unknown ??= element
      else if (step !== undefined) pose = multiplyAffine(pose, step)
    }
    return { pose, unknown }
  }

  private transform(element: XmlElement): Affine | 'unknown' | undefined {
    const { document } = this
    switch (element.name) {
      case 'matrix': {
        const m = readNumbers(document, element, 16)
        if (m[12] !== 0 || m[13] !== 0 || m[14] !== 0 || m[15] !== 1) {
          document.fail(element, 'a matrix whose last row is 0 0 0 1')
        }
        return m.slice(0, 12)
      }
      case 'translate': {
        const t = readNumbers(document, element, 3)
        return translation(t[0]!, t[1]!, t[2]!)
      }
      case 'scale': {
        const s = readNumbers(document, element, 3)
        return scaling(s[0]!, s[1]!, s[2]!)
      }
      case 'rotate':
        return this.rotate(element)
      case 'lookat':
      case 'skew':
        return 'unknown'
      default:
        return undefined
    }
  }

  /** An axis, and degrees about it. */
  private rotate(element: XmlElement): Affine {
    const [x, y, z, degrees] = readNumbers(this.document, element, 4)
    const norm = Math.hypot(x!, y!, z!)
    if (degrees === 0) return identityAffine()
    if (!(norm > 0 && norm < Infinity)) this.document.fail(element, 'an axis that is not zero, and degrees')
    const half = (degrees! * Math.PI) / 360
    const s = sine(half) / norm
    return rotation(x! * s, y! * s, z! * s, cosine(half))
  }
}
