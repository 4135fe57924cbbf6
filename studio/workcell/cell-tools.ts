// What the shell may do with any cell: measure two of its bodies, and say what to do where there is none.
import type { Measured, OpenScene } from '../app/scene.js'
import type { CellEdits } from './edits.js'
import { editsOf } from './edits.js'
import { millimetres, shortName } from './names.js'
import type { CellState } from './state.js'
import type { CellView } from './workcell.js'

interface Model {
  readonly view: { readonly value: CellView | undefined }
  readonly host: { readonly history: { readonly state: { readonly value: Omit<CellState, 'q'> } } }
}

/** `ask`: called while signals are followed, it reads where everything is; what it returns asks the engine. */
export function cellTools(
  { view, host }: Model,
  ask: (edits: CellEdits, a: string, b: string) => () => Promise<Measured | undefined>,
): Pick<OpenScene, 'bodies' | 'measure' | 'length' | 'empty'> {
  return {
    bodies: () => (view.value?.things ?? []).map(({ name }) => [name, shortName(name, view.value)] as const),
    measure: (a, b) => ask(editsOf(host.history.state.value), a, b),
    length: millimetres,
    empty: () =>
      view.value?.things.length === 0 && view.value.robots.length === 0
        ? 'Nothing is here. Drop a robot with its meshes or a scene file onto the page, choose an example beside this, or add an obstacle.'
        : undefined,
  }
}
