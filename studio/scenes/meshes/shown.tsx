// What the scene shows: two meshes, or a cloth.
import type { History } from '../../app/history.js'
import { Section, Select } from '../../ui/controls.js'
import { CLOTHS, FIRST, type MeshesState } from './state.js'

/** So few that contacts of a fold, which are decided in whole numbers, take about a second. */
const FOLD_TRIANGLES = 1000

export function Shown({ history }: { history: History<MeshesState> }) {
  return (
    <Section title="Shown">
      <Select
        label="Shown"
        value={history.state.value.cloth}
        options={CLOTHS}
        onChange={(cloth) =>
          history.set({ cloth, time: -1, triangles: cloth === 'fold' ? FOLD_TRIANGLES : FIRST.triangles })
        }
      />
    </Section>
  )
}
