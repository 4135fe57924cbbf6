// The protein on the stage: cartoon, sticks, spheres or a surface; ligands as sticks and balls, water as dots; red sticks between atoms
// that clash; names at the residue that was chosen and at the one that is pointed at.
import { effect } from '@preact/signals'
import { Color, Vector3 } from 'three'
import { Beads } from '../../view/beads.js'
import { fitOf } from '../../view/fit.js'
import { Follower } from '../../view/follower.js'
import { Label } from '../../view/label.js'
import { bytesOf, Light } from '../../view/lit.js'
import { Ribbon, type RibbonPath } from '../../view/ribbon.js'
import type { PointerPlace, Stage } from '../../view/stage.js'
import { Sticks } from '../../view/sticks.js'
import { Surface } from '../../view/surface.js'
import { atomAt, ballAround } from './atom-places.js'
import { atomTints, residueTints } from './colours.js'
import { CHAIN, type ClashReport, HYDROGEN, LIGAND, type ProteinView, WATER } from './molecule-view.js'
import { isPicked, type Picked } from './selection.js'
import { ribbonOf } from './shape.js'
import type { ProteinAs, ProteinColour, ProteinSides } from './state.js'
import type { MoleculeSurface } from './surface.js'

export interface ProteinLook {
  readonly as: ProteinAs
  readonly colour: ProteinColour
  readonly sides: ProteinSides
  readonly ligands: boolean
  readonly water: boolean
  readonly hydrogens: boolean
  /** Chosen: its torsions have sliders. */
  readonly residue: number
  readonly picked: Picked
  /** Only those that are picked. */
  readonly only: boolean
  /** Two atoms that clash, or none. */
  readonly pair: readonly number[]
}

/** Å. */
const STICK = 0.17
const STICK_CHOSEN = 0.3
const CLASH_STICK = 0.1
const DOT = 0.3
/** Of van der Waals' radii: balls of side-chains, those of ligands, and all of it. */
const BALL_SHARE = 0.55
const LIGAND_SHARE = 0.28
/** Around the centre of an atom. */
const REACH = 0.5
const NONE = new Float32Array(0)

export class ProteinDrawing {
  private readonly light: Light
  private readonly ribbon: Ribbon
  private readonly surface: Surface
  private readonly sticks: Sticks
  private readonly joints: Beads
  private readonly red: Sticks
  private readonly chosen: Sticks
  private readonly label: Label
  private readonly hoverLabel: Label
  private readonly camera: Follower
  private readonly end: () => void
  private view: ProteinView | undefined
  private positions: Float32Array = NONE
  private secondary: Uint8Array | undefined
  private clashes: ClashReport | undefined
  private skin: MoleculeSurface | undefined
  private hovered = -1
  /** Hydrogens stay where they were: they are not drawn once something was turned. */
  private isTurned = false
  private look: ProteinLook | undefined
  private residues: Uint8Array = new Uint8Array(0)
  private atoms: Uint8Array = new Uint8Array(0)
  /** Bonds and atoms that are drawn, for the look and the structure there is. */
  private drawnBonds: Int32Array = new Int32Array(0)
  private drawnAtoms: Int32Array = new Int32Array(0)

  constructor(private readonly stage: Stage) {
    this.light = new Light(stage)
    this.ribbon = new Ribbon(stage, this.light)
    this.surface = new Surface(stage, this.light)
    this.sticks = new Sticks(stage, this.light)
    this.red = new Sticks(stage, this.light)
    // The clash of the table that is chosen is seen through whatever is before it.
    this.chosen = new Sticks(stage, this.light)
    this.chosen.mesh.material.depthTest = false
    this.chosen.mesh.renderOrder = 8
    this.joints = new Beads(stage, 1, { solid: true })
    this.joints.points.userData.nameOf = (k: number) => this.nameOf(this.drawnAtoms[k]!)
    this.label = new Label(stage, true)
    this.hoverLabel = new Label(stage, true)
    this.camera = new Follower(stage, [0.5, -1.5, 0.55])
    this.end = effect(() => {
      stage.theme.value
      this.paint()
      this.redraw()
    })
  }

  /** Another structure. */
  open(view: ProteinView): void {
    this.view = view
    this.positions = NONE
    this.clashes = undefined
    this.skin = undefined
    this.choose()
    this.paint()
  }

  setLook(look: ProteinLook): void {
    this.look = look
    this.choose()
    this.paint()
    this.redraw()
  }

  setTurned(isTurned: boolean): void {
    if (isTurned === this.isTurned) return
    this.isTurned = isTurned
    this.choose()
  }

  /** `isNew`: seen as a whole. */
  place(
    positions: Float32Array,
    secondary: Uint8Array | undefined,
    clashes: ClashReport | undefined,
    isNew: boolean,
  ): void {
    const isOther = positions !== this.positions
    this.positions = positions
    this.secondary = secondary
    // A surface is that of one frame.
    if (isOther) this.skin = undefined
    if (clashes !== undefined) this.setClashes(clashes)
    this.paint()
    const { centre, radius } = ballAround(positions, this.view?.body)
    this.light.fade(centre, radius)
    this.joints.fade(centre, radius)
    this.redraw()
    if (isNew) this.camera.jump(centre, radius)
    const fit = this.fit(positions, this.view?.body)
    if (isNew) this.camera.jump(fit.centre, fit.radius)
    else this.camera.follow(fit.centre, fit.radius)
  }

  /** While frames go by: clashes of another frame are not drawn. */
  forgetClashes(): void {
    this.setClashes(undefined)
  }

  private setClashes(clashes: ClashReport | undefined): void {
    this.clashes = clashes
    if (this.look?.sides === 'clash') this.choose()
  }

  /** Of the positions that are shown. */
  showSurface(skin: MoleculeSurface): void {
    this.skin = skin
    this.redraw()
  }

  get hasSurface(): boolean {
    return this.skin !== undefined
  }

  /** A residue that is pointed at in the strip; -1 none. */
  hover(residue: number): void {
    if (residue === this.hovered) return
    this.hovered = residue
    this.paint()
    this.redraw()
  }

  /** Only the chain of a model with one bead a residue, where the protein's centre is. */
  placeTrace(trace: Float32Array): void {
    const { view, positions } = this
    if (view === undefined) return
    const piece = view.traces.find(({ length }) => length === 4 * view.beads)
    if (piece === undefined) return
    const [home, own] = [ballAround(positions, this.view?.body), ballAround(trace)]
    const p = trace.map((x, k) => x - own.centre[k % 3]! + (positions.length > 0 ? home.centre[k % 3]! : 0))
    this.ribbon.place([ribbonOf(p, undefined, this.tintsOf(piece))])
    this.sticks.place(NONE, NONE, new Uint8Array(0), NONE)
    for (const sticks of [this.red, this.chosen]) sticks.place(NONE, NONE, new Uint8Array(0), NONE)
    this.surface.hide()
    this.joints.root.visible = false
    this.label.hide()
    const { centre, radius } = ballAround(p)
    this.light.fade(centre, radius)
    const fit = this.fit(p)
    this.camera.follow(fit.centre, fit.radius)
  }

  /** As the camera is turned now. */
  private fit(p: Float32Array, atoms?: Int32Array): ReturnType<typeof fitOf> {
    const own =
      atoms === undefined
        ? p
        : Float32Array.from({ length: 3 * atoms.length }, (_, k) => p[3 * atoms[Math.floor(k / 3)]! + (k % 3)]!)
    return fitOf(this.stage, own, [0, 0, 0], REACH)
  }

  /** Turns the camera to residues, from where it is: the user asked for it, and a link shows it. */
  centre(residues: (residue: number) => boolean): void {
    const { view } = this
    if (view === undefined) return
    this.lookAt(Array.from({ length: view.atoms }, (_, i) => i).filter((i) => residues(view.residueOf[i]!)))
  }

  lookAt(atoms: readonly number[]): void {
    const { positions: p, stage } = this
    if (atoms.length === 0 || p.length === 0) return
    const own = Float32Array.from(atoms.flatMap((i) => [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!]))
    const { centre, radius } = ballAround(own)
    const { camera, controls } = stage
    const target = new Vector3().fromArray(centre)
    const from = camera.position.clone().sub(controls.target).normalize()
    const away = (radius + 3) / Math.sin((camera.fov * Math.PI) / 360)
    stage.view = [...target.clone().addScaledVector(from, away).toArray(), ...centre]
    stage.onView()
  }

  private isShown(residue: number): boolean {
    const { only, picked } = this.look!
    return !only || picked.length === 0 || isPicked(picked, residue)
  }

  private tintsOf(trace: Int32Array): Uint8Array {
    const out = new Uint8Array((3 * trace.length) / 4)
    for (let k = 0; 4 * k < trace.length; k++) {
      const r = 3 * trace[4 * k + 3]!
      out.set(this.residues.subarray(r, r + 3), 3 * k)
    }
    return out
  }

  /** Which bonds and atoms are drawn. */
  private choose(): void {
    const { view, look } = this
    if (view === undefined || look === undefined) return
    const { kindOf, residueOf, isBackbone } = view
    const isAll = look.as === 'sticks' || look.as === 'spheres'
    const isLight = (i: number): boolean => kindOf[i] === HYDROGEN
    const hasLight = look.hydrogens && !this.isTurned
    // A hydrogen is of the backbone where what carries it is.
    const isOfBackbone = (i: number, carrier: number): boolean => isBackbone[isLight(i) ? carrier : i] === 1
    const hasSides = new Uint8Array(view.labels.length).fill(look.sides === 'sticks' || look.sides === 'balls' ? 1 : 0)
    if (look.sides === 'clash') for (const atom of this.clashes?.pairs ?? []) hasSides[residueOf[atom]!] = 1
    const isShown = Uint8Array.from(view.labels, (_, r) => (this.isShown(r) ? 1 : 0))
    const isDrawn = new Uint8Array(view.atoms)
    const isBonded = new Uint8Array(view.atoms)
    for (const i of view.bonds) isBonded[i] = 1
    const bonds: number[] = []
    for (let b = 0; b < view.bonds.length; b += 2) {
      const [i, j] = [view.bonds[b]!, view.bonds[b + 1]!]
      const [r, s] = [residueOf[i]!, residueOf[j]!]
      if (isShown[r] === 0 || isShown[s] === 0 || kindOf[i] === WATER) continue
      if ((isLight(i) || isLight(j)) && !hasLight) continue
      const isLigand = kindOf[i] === LIGAND || kindOf[j] === LIGAND
      const isSide = !isOfBackbone(i, j) || !isOfBackbone(j, i)
      const isChosen = r === s && (r === look.residue || isPicked(look.picked, r))
      const isOfChain = isAll || (look.as === 'cartoon' && hasSides[r] === 1 && hasSides[s] === 1 && isSide)
      if (isLigand ? !look.ligands : !(isOfChain || isChosen)) continue
      bonds.push(i, j)
      isDrawn[i] = 1
      isDrawn[j] = 1
    }
    for (let i = 0; i < view.atoms; i++) {
      if (isShown[residueOf[i]!] === 0) continue
      if (kindOf[i] === LIGAND && look.ligands) isDrawn[i] = 1
      if (kindOf[i] === WATER && look.water && view.elements[i] === 'O') isDrawn[i] = 1
      if ((kindOf[i] === CHAIN || (isLight(i) && hasLight)) && (look.as === 'spheres' || (isAll && isBonded[i] === 0)))
        isDrawn[i] = 1
    }
    for (const atom of look.pair) isDrawn[atom] = 1
    this.drawnBonds = Int32Array.from(bonds)
    this.drawnAtoms = Int32Array.from([...isDrawn.keys()].filter((i) => isDrawn[i] === 1))
  }

  private paint(): void {
    const { view, look, clashes, secondary } = this
    if (view === undefined || look === undefined) return
    const theme = this.stage.theme.peek()
    this.residues = residueTints(view, look.colour, clashes, secondary, theme)
    this.atoms = atomTints(view, this.residues, look.colour === 'clash')
    const white = new Color(theme.ink)
    for (let r = 0; r < view.labels.length; r++) {
      const share = r === this.hovered ? 0.8 : r === look.residue || isPicked(look.picked, r) ? 0.5 : 0
      if (share === 0) continue
      const [x, y, z] = this.residues.subarray(3 * r, 3 * r + 3) as unknown as [number, number, number]
      this.residues.set(bytesOf(new Color(x / 255, y / 255, z / 255).lerp(white, share)), 3 * r)
    }
  }

  private redraw(): void {
    const { view, positions: p, look, skin } = this
    if (view === undefined || look === undefined || p.length === 0) return
    const hasSkin = look.as === 'surface' && skin !== undefined
    const hasRibbon = look.as === 'cartoon' || (look.as === 'surface' && !hasSkin)
    this.ribbon.place(hasRibbon ? this.ribbons(view, p) : [])
    if (hasSkin) this.surface.place(skin.positions, skin.normals, skin.triangles, this.skinTints(view, skin))
    else this.surface.hide()
    this.drawSticks()
    this.drawJoints()
    this.drawClashes()
    this.drawLabels()
  }

  private skinTints({ residueOf }: ProteinView, { atoms }: MoleculeSurface): Uint8Array {
    const out = new Uint8Array(3 * atoms.length)
    atoms.forEach((atom, k) => {
      const r = 3 * residueOf[atom]!
      out.set(this.residues.subarray(r, r + 3), 3 * k)
    })
    return out
  }

  private ribbons(view: ProteinView, p: Float32Array): RibbonPath[] {
    const { secondary } = this
    return view.traces
      .flatMap((whole) => this.shownParts(whole))
      .map((trace) => {
        const n = trace.length / 4
        const points = new Float32Array(3 * n)
        const towards = new Float32Array(3 * n)
        for (let k = 0; k < n; k++) {
          const [alpha, carbon, oxygen] = [trace[4 * k]!, trace[4 * k + 1]!, trace[4 * k + 2]!]
          const other = oxygen >= 0 ? oxygen : carbon
          for (let c = 0; c < 3; c++) {
            points[3 * k + c] = p[3 * alpha + c]!
            towards[3 * k + c] = p[3 * other + c]! - p[3 * alpha + c]!
          }
        }
        // Where nothing is known, the distances of alpha carbons tell; nucleotides have none.
        const isKnown = secondary !== undefined || view.isNucleic[trace[3]!] === 1
        const codes = isKnown
          ? Uint8Array.from({ length: n }, (_, k) => secondary?.[trace[4 * k + 3]!] ?? 0)
          : undefined
        const isTurned = trace.every((atom, k) => k % 4 !== 2 || atom >= 0 || trace[k - 1]! >= 0)
        return ribbonOf(points, isTurned ? towards : undefined, this.tintsOf(trace), codes)
      })
  }

  /** What of a trace is shown, in pieces. */
  private shownParts(trace: Int32Array): Int32Array[] {
    if (!this.look!.only || this.look!.picked.length === 0) return [trace]
    const parts: number[][] = []
    let isOn = false
    for (let k = 0; k < trace.length; k += 4) {
      const isShown = this.isShown(trace[k + 3]!)
      if (isShown && !isOn) parts.push([])
      if (isShown) parts.at(-1)!.push(...trace.subarray(k, k + 4))
      isOn = isShown
    }
    return parts.map((part) => Int32Array.from(part))
  }

  private drawSticks(): void {
    const { positions: p, drawnBonds: bonds, atoms } = this
    const { residueOf } = this.view!
    const { residue, as } = this.look!
    const count = as === 'spheres' ? 0 : bonds.length
    const [from, to] = [new Float32Array(3 * count), new Float32Array(3 * count)]
    const tints = new Uint8Array(3 * count)
    const thick = new Float32Array(count)
    for (let b = 0; b < count; b++) {
      // Half of a bond: from an atom to the middle.
      const [i, j] = [bonds[b]!, bonds[b ^ 1]!]
      for (let c = 0; c < 3; c++) {
        from[3 * b + c] = p[3 * i + c]!
        to[3 * b + c] = 0.5 * (p[3 * i + c]! + p[3 * j + c]!)
        tints[3 * b + c] = atoms[3 * i + c]!
      }
      thick[b] = residueOf[i] === residue && residueOf[j] === residue ? STICK_CHOSEN : STICK
    }
    this.sticks.place(from, to, tints, thick)
  }

  private sizeOf(i: number): number {
    const { kindOf, radii, residueOf } = this.view!
    const { as, sides, residue, pair } = this.look!
    if (kindOf[i] === WATER && !pair.includes(i)) return DOT
    if (as === 'spheres') return radii[i]!
    if (kindOf[i] === LIGAND || pair.includes(i)) return LIGAND_SHARE * radii[i]!
    if (as === 'cartoon' && sides === 'balls') return BALL_SHARE * radii[i]!
    return residueOf[i] === residue ? STICK_CHOSEN : STICK
  }

  private drawJoints(): void {
    const { positions: p, drawnAtoms: list, atoms, joints } = this
    joints.root.visible = list.length > 0
    if (list.length === 0) return
    const places = new Float32Array(3 * list.length)
    const tints = new Uint8Array(3 * list.length)
    list.forEach((i, k) => {
      places.set(p.subarray(3 * i, 3 * i + 3), 3 * k)
      tints.set(atoms.subarray(3 * i, 3 * i + 3), 3 * k)
    })
    joints.place(places)
    joints.paint(tints)
    joints.sizes(Float32Array.from(list, (i) => this.sizeOf(i)))
  }

  private drawClashes(): void {
    const { positions: p, clashes, look } = this
    const { pair } = look!
    const { residueOf, kindOf } = this.view!
    const isDrawn = (atom: number): boolean =>
      this.isShown(residueOf[atom]!) && (look!.water || kindOf[atom] !== WATER || pair.includes(atom))
    const list = Array.from({ length: clashes?.overlaps.length ?? 0 }, (_, k) => k).filter(
      (k) => isDrawn(clashes!.pairs[2 * k]!) && isDrawn(clashes!.pairs[2 * k + 1]!),
    )
    const [from, to] = [new Float32Array(3 * list.length), new Float32Array(3 * list.length)]
    const tints = new Uint8Array(from.length)
    const thick = new Float32Array(list.length)
    const { hit } = this.stage.theme.peek()
    const red = bytesOf(new Color(hit))
    list.forEach((k, at) => {
      const [a, b] = [clashes!.pairs[2 * k]!, clashes!.pairs[2 * k + 1]!]
      from.set(p.subarray(3 * a, 3 * a + 3), 3 * at)
      to.set(p.subarray(3 * b, 3 * b + 3), 3 * at)
      tints.set(red, 3 * at)
      const isChosen = pair[0] === a && pair[1] === b
      thick[at] = (isChosen ? 2 : 1) * (CLASH_STICK + 0.12 * clashes!.overlaps[k]!)
    })
    this.red.place(from, to, tints, thick)
    const at = list.findIndex((k) => pair[0] === clashes!.pairs[2 * k] && pair[1] === clashes!.pairs[2 * k + 1])
    const [own, after] = at < 0 ? [0, 0] : [at, at + 1]
    const [ends, tips, tint] = [from, to, tints].map((list) => list.subarray(3 * own, 3 * after))
    this.chosen.place(ends as Float32Array, tips as Float32Array, tint as Uint8Array, thick.subarray(own, after))
  }

  private nameOf(atom: number): string {
    const { labels, residueOf, names } = this.view!
    return `${labels[residueOf[atom]!]} ${names[atom]}`
  }

  private drawLabels(): void {
    const { ink } = this.stage.theme.peek()
    const { pair, residue } = this.look!
    const isHoverOther = this.hovered >= 0 && this.hovered !== residue
    if (pair.length === 2) {
      const text = pair.map((atom) => this.nameOf(atom)).join(' – ')
      const p = this.positions
      const at = [0, 1, 2].map((c) => 0.5 * (p[3 * pair[0]! + c]! + p[3 * pair[1]! + c]!))
      this.label.show(text, at, this.stage.theme.peek().hit)
    } else this.name(this.label, residue, ink)
    this.name(this.hoverLabel, isHoverOther ? this.hovered : -1, ink)
  }

  private name(label: Label, residue: number, colour: string): void {
    const { view, positions: p } = this
    const own = view!.residueOf.indexOf(residue)
    if (residue < 0 || own < 0) {
      label.hide()
      return
    }
    let atom = own
    for (let i = own; i < view!.atoms && view!.residueOf[i] === residue; i++) if (view!.names[i] === 'CA') atom = i
    label.show(view!.labels[residue]!, [...p.subarray(3 * atom, 3 * atom + 3)], colour)
  }

  /** The residue of the atom under a pointer: the nearest to the eye of those within reach. */
  residueAt(event: PointerPlace): number | undefined {
    const { view, positions: p, stage, look } = this
    if (view === undefined || look === undefined || p.length === 0) return undefined
    const isSeen = (i: number): boolean => {
      const kind = view.kindOf[i]
      if (
        (kind === HYDROGEN && !look.hydrogens) ||
        (kind === WATER && !look.water) ||
        (kind === LIGAND && !look.ligands)
      )
        return false
      return this.isShown(view.residueOf[i]!)
    }
    const atom = atomAt(stage, p, event, isSeen)
    return atom === undefined ? undefined : view.residueOf[atom]
  }

  close(): void {
    this.end()
    this.camera.close()
    this.joints.close()
    this.label.close()
    this.hoverLabel.close()
    this.light.close()
  }
}
