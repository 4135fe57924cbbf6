// Which geoms of a MuJoCo model are tested against each other, by MuJoCo's rules (its documentation, "Collision detection", and filterBodyPair of
// its engine), in terms of links. Geoms of a body that these rules treat alike are a group, and a group becomes a link. Two groups are
//   rigid    if their bodies are welded: no joint between them, so nothing changes between them;
//   tested   if <pair> lists geoms of them, whatever else is said;
//   allowed  if <exclude> lists their bodies; or if the moving part that one is on hangs directly on the one that the other is on (unless that is
//            the world, or filterparent is off); or if no bit of the contype of one is in the conaffinity of the other;
//   tested   otherwise.
import type { AllowedPair } from '../../robots/model/robot.js'
import type { MjcfBodies, MjcfBody, MjcfGeom } from './mjcf-bodies.js'
import type { MjcfSettings } from './mjcf-defaults.js'
import { checkAttributes, checkEmpty, type MjcfElement, MjcfView } from './mjcf-element.js'
import { EXCLUDE, PAIR } from './mjcf-known.js'
import { shown } from './robot-xml.js'

/** Geoms of one body that are tested against the same others. */
export interface GeomGroup {
  readonly body: MjcfBody
  readonly geoms: MjcfGeom[]
  readonly contype: number
  readonly conaffinity: number
  /** What its link is called. */
  readonly link: string
}

/** Pairs that the masks may come to. */
const MOST_PAIRS = 1_000_000

/** The elements of <contact>. */
export class MjcfContacts {
  readonly pairs: { readonly view: MjcfView; readonly geoms: readonly [string, string] }[] = []
  /** Geoms that <pair> lists. */
  readonly paired = new Set<string>()
  private readonly excludes: MjcfView[] = []

  constructor(root: MjcfElement) {
    for (const section of root.children) {
      if (section.name !== 'contact') continue
      for (const element of section.children) {
        const { name, source, line } = element
        const view = new MjcfView(element, `<${name}>`)
        checkEmpty(element)
        if (name === 'exclude') {
          checkAttributes(element, EXCLUDE)
          this.excludes.push(view)
        } else if (name === 'pair') {
          checkAttributes(element, PAIR)
          const geoms = [view.name('geom1'), view.name('geom2')] as const
          this.pairs.push({ view, geoms })
          for (const geom of geoms) this.paired.add(geom)
        } else source.fail(line, `<contact> <${name}>`, '<exclude> or <pair>', `<${name}>`)
      }
    }
  }

  /** Which groups are tested. */
  resolve(bodies: MjcfBodies, settings: MjcfSettings): GroupPairs {
    const out = new GroupPairs(bodies, this.paired)
    for (const { view, geoms } of this.pairs) out.demand(view, geoms)
    for (const view of this.excludes) {
      const [a, b] = (['body1', 'body2'] as const).map((attribute) => {
        const name = view.name(attribute)
        return bodies.byName.get(name) ?? view.fail(attribute, 'a body of the model', shown(name))
      }) as [MjcfBody, MjcfBody]
      out.allowBodies(a, b, '<exclude>', view)
    }
    if (settings.filterParent) out.allowParents()
    out.allowMasks()
    return out
  }
}

export class GroupPairs {
  readonly groups: GeomGroup[] = []
  readonly ofBody = new Map<MjcfBody, GeomGroup[]>()
  /** By the links of both: see keyOf. */
  private readonly reasons = new Map<string, AllowedPair>()
  private readonly demanded = new Set<string>()
  private readonly byGeom = new Map<string, GeomGroup>()

  constructor(
    private readonly bodies: MjcfBodies,
    paired: ReadonlySet<string>,
  ) {
    for (const body of bodies.bodies) this.group(body, paired)
  }

  private group(body: MjcfBody, paired: ReadonlySet<string>): void {
    const found = new Map<string, GeomGroup>()
    body.geoms.forEach((geom, k) => {
      const { name, contype, conaffinity } = geom
      const isPaired = name !== undefined && paired.has(name)
      const key = isPaired ? `geom ${k}` : `${contype} ${conaffinity}`
      let group = found.get(key)
      if (group === undefined) {
        const link = found.size === 0 ? body.name : this.nameOf(`${body.name}.geoms${found.size + 1}`)
        group = { body, geoms: [], contype, conaffinity, link }
        found.set(key, group)
        this.groups.push(group)
      }
      group.geoms.push(geom)
      if (isPaired) this.byGeom.set(name, group)
    })
    this.ofBody.set(body, [...found.values()])
  }

  /** A name that no body has. */
  nameOf(wanted: string): string {
    let name = wanted
    while (this.bodies.byName.has(name)) name += "'"
    return name
  }

  /** Two geoms of <pair>, if both count. */
  demand(view: MjcfView, geoms: readonly [string, string]): void {
    geoms.forEach((name, k) => {
      if (!this.bodies.geomNames.has(name)) view.fail(`geom${k + 1}`, 'a geom of the model', shown(name))
    })
    const [a, b] = geoms.map((name) => this.byGeom.get(name))
    if (a !== undefined && b !== undefined) this.demanded.add(keyOf(a, b))
  }

  allowBodies(a: MjcfBody, b: MjcfBody, reason: string, view: MjcfView): void {
    for (const one of this.ofBody.get(a)!) for (const other of this.ofBody.get(b)!) this.allow(one, other, reason, view)
  }

  /** Groups on a part that moves, and those on the part that it hangs on. */
  allowParents(): void {
    const onWeld = new Map<MjcfBody, GeomGroup[]>()
    for (const group of this.groups) {
      const { weld } = group.body
      onWeld.set(weld, [...(onWeld.get(weld) ?? []), group])
    }
    for (const [weld, groups] of onWeld) {
      const above = weld.parent?.weld
      if (above === undefined || above.parent === undefined) continue
      for (const one of onWeld.get(above) ?? []) {
        for (const other of groups) this.allow(one, other, 'parent and child in MuJoCo')
      }
    }
  }

  allowMasks(): void {
    const alike = new Map<string, GeomGroup[]>()
    for (const group of this.groups) {
      const key = `${group.contype} ${group.conaffinity}`
      const list = alike.get(key)
      if (list === undefined) alike.set(key, [group])
      else list.push(group)
    }
    const classes = [...alike.values()]
    for (let i = 0; i < classes.length; i++) {
      for (let j = i; j < classes.length; j++) {
        const [a, b] = [classes[i]!, classes[j]!]
        if (((a[0]!.contype & b[0]!.conaffinity) | (b[0]!.contype & a[0]!.conaffinity)) !== 0) continue
        for (let k = 0; k < a.length; k++) {
          for (let l = i === j ? k + 1 : 0; l < b.length; l++) this.allow(a[k]!, b[l]!, 'contype and conaffinity')
        }
      }
    }
  }

  private allow(a: GeomGroup, b: GeomGroup, reason: string, view?: MjcfView): void {
    if (a.body.weld === b.body.weld) return
    const key = keyOf(a, b)
    if (this.demanded.has(key) || this.reasons.has(key)) return
    if (this.reasons.size >= MOST_PAIRS) {
      const { source, line } = (view ?? a.geoms[0]!.view).element
      source.fail(line, reason, `at most ${MOST_PAIRS} pairs of links that are not tested`, 'more')
    }
    this.reasons.set(key, { a: a.link, b: b.link, reason })
  }

  /** Do queries test the two? */
  areTested(a: GeomGroup, b: GeomGroup): boolean {
    return a.body.weld !== b.body.weld && !this.reasons.has(keyOf(a, b))
  }

  allowed(): AllowedPair[] {
    return [...this.reasons.values()]
  }
}

/** The same in either order. */
function keyOf(a: GeomGroup, b: GeomGroup): string {
  return a.link < b.link ? JSON.stringify([a.link, b.link]) : JSON.stringify([b.link, a.link])
}
