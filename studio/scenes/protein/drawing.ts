// The protein on the stage: a ribbon for the backbone, sticks or balls for the side-chains, red sticks between atoms that clash, a name at
// the residue that was chosen.
import { effect } from '@preact/signals'
import { Color, Vector3 } from 'three'
import { Beads } from '../../view/beads.js'
import { Follower } from '../../view/follower.js'
import { Label } from '../../view/label.js'
import { bytesOf, Light } from '../../view/lit.js'
import { Ribbon } from '../../view/ribbon.js'
import type { PointerPlace, Stage } from '../../view/stage.js'
import { Sticks } from '../../view/sticks.js'
import { atomTints, residueTints } from './colours.js'
import type { ClashReport, ProteinView } from './molecule.js'
import { ribbonOf } from './shape.js'
import type { ProteinColour, ProteinSides } from './state.js'

export interface ProteinLook {
  readonly colour: ProteinColour
  readonly sides: ProteinSides
  /** Chosen. */
  readonly residue: number
}

/** Å. */
const STICK = 0.17
const STICK_CHOSEN = 0.3
const CLASH_STICK = 0.1
const BALL: Readonly<Record<string, number>> = { N: 1.55, O: 1.52, S: 1.8 }
/** Of van der Waals' radii, as balls are drawn. */
const BALL_SHARE = 0.55
/** How much of the ball around the protein is seen for certain: it reaches to the last atom of a side-chain. */
const ROOM = 0.85
/** Pixels around an atom that choose it. */
const REACH = 18

export class ProteinDrawing {
  private readonly light: Light
  private readonly ribbon: Ribbon
  private readonly sticks: Sticks
  private readonly joints: Beads
  private readonly red: Sticks
  private readonly label: Label
  private readonly camera: Follower
  private readonly end: () => void
  private view: ProteinView | undefined
  private positions: Float32Array = new Float32Array(0)
  private clashes: ClashReport | undefined
  private look: ProteinLook = { colour: 'along', sides: 'sticks', residue: -1 }
  private residues: Uint8Array = new Uint8Array(0)
  private atoms: Uint8Array = new Uint8Array(0)
  /** Bonds and atoms that are drawn, for the look and the structure there is. */
  private drawnBonds: Int32Array = new Int32Array(0)
  private drawnAtoms: Int32Array = new Int32Array(0)

  constructor(private readonly stage: Stage) {
    this.light = new Light(stage)
    this.ribbon = new Ribbon(stage, this.light)
    this.sticks = new Sticks(stage, this.light)
    this.red = new Sticks(stage, this.light)
    this.joints = new Beads(stage, 1, { solid: true })
    this.label = new Label(stage)
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
    this.positions = new Float32Array(0)
    this.clashes = undefined
    this.choose()
    this.paint()
  }

  setLook(look: ProteinLook): void {
    this.look = look
    this.choose()
    this.paint()
    this.redraw()
  }

  /** `isNew`: seen as a whole. */
  place(positions: Float32Array, clashes: ClashReport | undefined, isNew: boolean): void {
    this.positions = positions
    if (clashes !== undefined) {
      this.clashes = clashes
      if (this.look.colour === 'clash') this.paint()
    }
    const { centre, radius } = ballAround(positions)
    this.light.fade(centre, radius)
    this.joints.fade(centre, radius)
    this.redraw()
    if (isNew) this.camera.jump(centre, ROOM * radius)
    else this.camera.follow(centre, ROOM * radius)
  }

  /** Only the chain of a model with one bead a residue, where the protein's centre is. */
  placeTrace(trace: Float32Array): void {
    const { view, positions } = this
    if (view === undefined) return
    const piece = view.traces.reduce((best, one) => (one.length > best.length ? one : best))
    const [home, own] = [ballAround(positions), ballAround(trace)]
    const p = trace.map((x, k) => x - own.centre[k % 3]! + (positions.length > 0 ? home.centre[k % 3]! : 0))
    this.ribbon.place([ribbonOf(p, undefined, this.tintsOf(piece))])
    this.sticks.place(new Float32Array(0), new Float32Array(0), new Uint8Array(0), new Float32Array(0))
    this.red.place(new Float32Array(0), new Float32Array(0), new Uint8Array(0), new Float32Array(0))
    this.joints.root.visible = false
    this.label.hide()
    const { centre, radius } = ballAround(p)
    this.light.fade(centre, radius)
    this.camera.follow(centre, ROOM * radius)
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
    if (view === undefined) return
    const bonds: number[] = []
    const isDrawn = new Uint8Array(view.atoms)
    const isChosen = (i: number): boolean => view.residueOf[i] === look.residue
    for (let b = 0; b < view.bonds.length; b += 2) {
      const [i, j] = [view.bonds[b]!, view.bonds[b + 1]!]
      const isSide = view.isBackbone[i] === 0 || view.isBackbone[j] === 0
      if (!(isChosen(i) && isChosen(j)) && (look.sides === 'none' || !isSide)) continue
      bonds.push(i, j)
      isDrawn[i] = 1
      isDrawn[j] = 1
    }
    this.drawnBonds = Int32Array.from(bonds)
    this.drawnAtoms = Int32Array.from([...isDrawn.keys()].filter((i) => isDrawn[i] === 1))
  }

  private paint(): void {
    const { view, look, clashes } = this
    if (view === undefined) return
    const theme = this.stage.theme.peek()
    this.residues = residueTints(view, look.colour, clashes, theme)
    this.atoms = atomTints(view, this.residues, look.colour === 'clash')
    if (look.residue >= 0 && look.residue < view.labels.length) {
      const white = new Color(theme.ink)
      const r = 3 * look.residue
      const [x, y, z] = this.residues.subarray(r, r + 3) as unknown as [number, number, number]
      this.residues.set(bytesOf(new Color(x / 255, y / 255, z / 255).lerp(white, 0.55)), r)
    }
  }

  private redraw(): void {
    const { view, positions: p } = this
    if (view === undefined || p.length === 0) return
    this.ribbon.place(
      view.traces.map((trace) => {
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
        return ribbonOf(points, towards, this.tintsOf(trace))
      }),
    )
    this.drawSticks()
    this.drawJoints()
    this.drawClashes()
    this.drawLabel()
  }

  private drawSticks(): void {
    const { positions: p, drawnBonds: bonds, atoms, look } = this
    const { residueOf } = this.view!
    const count = bonds.length
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
      thick[b] = residueOf[i] === look.residue && residueOf[j] === look.residue ? STICK_CHOSEN : STICK
    }
    this.sticks.place(from, to, tints, thick)
  }

  private drawJoints(): void {
    const { positions: p, drawnAtoms: list, atoms, look, joints } = this
    const { residueOf, elements } = this.view!
    joints.root.visible = list.length > 0
    if (list.length === 0) return
    const places = new Float32Array(3 * list.length)
    const tints = new Uint8Array(3 * list.length)
    const sizes = new Float32Array(list.length)
    list.forEach((i, k) => {
      places.set(p.subarray(3 * i, 3 * i + 3), 3 * k)
      tints.set(atoms.subarray(3 * i, 3 * i + 3), 3 * k)
      const stick = residueOf[i] === look.residue ? STICK_CHOSEN : STICK
      sizes[k] = look.sides === 'balls' ? BALL_SHARE * (BALL[elements[i]!] ?? 1.7) : stick
    })
    joints.place(places)
    joints.paint(tints)
    joints.sizes(sizes)
  }

  private drawClashes(): void {
    const { positions: p, clashes } = this
    const count = clashes?.overlaps.length ?? 0
    const [from, to] = [new Float32Array(3 * count), new Float32Array(3 * count)]
    const tints = new Uint8Array(3 * count)
    const red = bytesOf(new Color(this.stage.theme.peek().hit))
    for (let k = 0; k < count; k++) {
      from.set(p.subarray(3 * clashes!.pairs[2 * k]!, 3 * clashes!.pairs[2 * k]! + 3), 3 * k)
      to.set(p.subarray(3 * clashes!.pairs[2 * k + 1]!, 3 * clashes!.pairs[2 * k + 1]! + 3), 3 * k)
      tints.set(red, 3 * k)
    }
    const thick = Float32Array.from({ length: count }, (_, k) => CLASH_STICK + 0.12 * clashes!.overlaps[k]!)
    this.red.place(from, to, tints, thick)
  }

  private drawLabel(): void {
    const { view, positions: p, look } = this
    const trace = view!.traces.find((one) => one.some((r, k) => k % 4 === 3 && r === look.residue))
    if (trace === undefined) {
      this.label.hide()
      return
    }
    for (let k = 0; k < trace.length; k += 4) {
      if (trace[k + 3] !== look.residue) continue
      const alpha = 3 * trace[k]!
      this.label.show(view!.labels[look.residue]!, [...p.subarray(alpha, alpha + 3)], this.stage.theme.peek().ink)
    }
  }

  /** The residue of the atom under a pointer: the nearest to the eye of those within reach. */
  residueAt({ clientX, clientY }: PointerPlace): number | undefined {
    const { view, positions: p, stage } = this
    if (view === undefined || p.length === 0) return undefined
    const box = stage.canvas.getBoundingClientRect()
    const at = new Vector3()
    let best: { residue: number; depth: number } | undefined
    for (let i = 0; i < view.atoms; i++) {
      at.fromArray(p, 3 * i).project(stage.camera)
      const x = box.left + (0.5 + 0.5 * at.x) * box.width
      const y = box.top + (0.5 - 0.5 * at.y) * box.height
      if (at.z > 1 || Math.hypot(x - clientX, y - clientY) > REACH) continue
      const depth = at.z + 1e-4 * Math.hypot(x - clientX, y - clientY)
      if (best === undefined || depth < best.depth) best = { residue: view.residueOf[i]!, depth }
    }
    return best?.residue
  }

  close(): void {
    this.end()
    this.camera.close()
    this.joints.close()
    this.label.close()
    this.light.close()
  }
}

function ballAround(p: Float32Array): { centre: number[]; radius: number } {
  const n = Math.max(1, p.length / 3)
  const centre = [0, 0, 0]
  for (let k = 0; k < p.length; k++) centre[k % 3]! += p[k]! / n
  let square = 1
  for (let i = 0; i < p.length; i += 3) {
    square = Math.max(square, (p[i]! - centre[0]!) ** 2 + (p[i + 1]! - centre[1]!) ** 2 + (p[i + 2]! - centre[2]!) ** 2)
  }
  return { centre, radius: Math.sqrt(square) + 1.5 }
}
