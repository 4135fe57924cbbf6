// urdf-loader in Node: it asks for a DOM, of which it uses elements, their attributes and one query. Ours is over the engine's
// own XML reader, so the loader really runs on URDF text.
import { Mesh, type Object3D } from 'three'
// The package's own entry names this file without its extension, which TypeScript does not follow here.
import type { URDFRobot } from 'urdf-loader/src/URDFClasses.js'
import { parseXml, type XmlElement } from '../../src/formats/text/xml.js'

class ShimElement {
  readonly nodeName: string
  readonly children: ShimElement[]

  constructor(private readonly element: XmlElement) {
    this.nodeName = element.name
    this.children = element.children.map((child) => new ShimElement(child))
  }

  getAttribute(name: string): string | null {
    return this.element.attributes.get(name) ?? null
  }

  hasAttribute(name: string): boolean {
    return this.element.attributes.has(name)
  }

  /** Only what the loader asks: child[link="name"]. */
  querySelector(selector: string): ShimElement | null {
    const [, tag, attribute, value] = /^(\w+)\[(\w+)="(.*)"\]$/.exec(selector) ?? []
    if (tag === undefined) throw new Error(`the shim does not know ${selector}`)
    for (const child of this.children) {
      if (child.nodeName === tag && child.getAttribute(attribute!) === value) return child
      const found = child.querySelector(selector)
      if (found !== null) return found
    }
    return null
  }
}

class ShimDocument {
  readonly children: ShimElement[] = []
}

Object.assign(globalThis, { Element: ShimElement, Document: ShimDocument })
const { default: URDFLoader } = await import('urdf-loader')

export interface LoadOptions {
  readonly collision?: boolean
  /** Textures need a browser. */
  readonly visual?: boolean
  /** What stands for a mesh file; undefined for one that fails to load. */
  readonly mesh?: (path: string) => Object3D | undefined
}

export function loadUrdf(
  text: string,
  { collision = true, visual = true, mesh = () => new Mesh() }: LoadOptions = {},
): URDFRobot {
  // One of the robots says that it is XML 0.0; browsers do not mind.
  const root = parseXml(text.replace(/^\s*<\?xml.*?\?>/, ''), (line, expected, got) => {
    throw new Error(`line ${line}: expected ${expected}, got ${got}`)
  })
  const loader = new URDFLoader()
  loader.parseCollision = collision
  loader.parseVisual = visual
  loader.packages = (name: string) => name
  loader.loadMeshCb = (path, _manager, _material, done) => {
    const object = mesh(path)
    if (object !== undefined) done(object)
  }
  return loader.parse(new ShimElement(root) as never)
}
