// The joints of the cell's robots.
import type { History } from '../../app/history.js'
import { Button, Section } from '../../ui/controls.js'
import { JointSliders } from '../../workcell/joint-sliders.js'
import type { CellModel } from './model.js'
import type { RobotCellState } from './state.js'

export function Joints({ model, history }: { model: CellModel; history: History<RobotCellState> }) {
  const view = model.view.value
  const how = <p class="note">Drag links in the picture; with Shift, each by its own joint alone.</p>
  if (view === undefined) {
    return (
      <Section title="Joints">
        {how}
        <div class="joints-to-come" />
      </Section>
    )
  }
  if (view.variables.length === 0) return null
  return (
    <Section title="Joints">
      {how}
      <JointSliders
        view={view}
        q={model.q}
        set={(q, topic) => history.set({ q, from: [] }, topic)}
        settle={() => history.settle()}
      />
      <div class="row">
        <Button onClick={() => history.set({ q: [], from: [] })}>Home</Button>
      </div>
    </Section>
  )
}
