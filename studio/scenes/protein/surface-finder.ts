// Has the surface of a protein found in its worker, with progress, and draws it: of atoms that stand still, and only if others are asked for.
import { signal } from '@preact/signals'
import type { Engine } from '../../engine/client.js'
import type { ProteinDrawing } from './drawing.js'
import type { ProteinMethods } from './engine.js'
import type { ProteinView } from './molecule-view.js'
import { isPicked, type Picked } from './selection.js'

export class SurfaceFinder {
  /** How far it is, from 0 to 1; undefined while none is searched for. */
  readonly share = signal<number | undefined>(undefined)
  /** Of the last: Å between the points of its grid. */
  readonly spacing = signal<number | undefined>(undefined)
  private finding: AbortController | undefined
  private found: { readonly positions: Float32Array; readonly key: string } | undefined

  constructor(
    private readonly engine: Engine<ProteinMethods>,
    private readonly drawing: ProteinDrawing,
    private readonly say: (error: unknown) => void,
  ) {}

  /** Around chains; of these residues, or of all where none are picked. */
  find(view: ProteinView, positions: Float32Array, picked: Picked): void {
    const key = JSON.stringify(picked)
    const isSame = this.found?.positions === positions && this.found.key === key
    if (isSame && (this.drawing.hasSurface || this.finding !== undefined)) return
    this.stop()
    this.found = { positions, key }
    const controller = new AbortController()
    this.finding = controller
    this.share.value = 0
    const onProgress = (share: number): void => {
      if (this.finding === controller) this.share.value = share
    }
    const isShown = (i: number): boolean => picked.length === 0 || isPicked(picked, view.residueOf[i]!)
    const call = { positions, radii: view.radii, atoms: view.body.filter(isShown) }
    this.engine
      .call('surface', call, { signal: controller.signal, onProgress })
      .then((skin) => {
        if (this.finding !== controller) return
        this.spacing.value = skin.spacing
        this.drawing.showSurface(skin)
      }, this.say)
      .finally(() => {
        if (this.finding === controller) this.stop()
      })
  }

  stop(): void {
    this.finding?.abort()
    this.finding = undefined
    this.share.value = undefined
  }
}
