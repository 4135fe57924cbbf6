// The frame that is dragged: which one, where it is in numbers, how near it came, and whether the straight motion from where the robots
// stood is free.
import { poseFromFields, rollPitchYaw } from '../../../view/poses.js'
import type { History } from '../../app/history.js'
import { Button, Section, Select, Toggle } from '../../ui/controls.js'
import { ANGLE, LENGTH, written } from '../../ui/quantity.js'
import { TypedField } from '../../ui/typed-field.js'
import { fullName, tipName } from '../../workcell/arms.js'
import { shortName } from '../../workcell/names.js'
import { straightBanner } from '../../workcell/tool-words.js'
import type { CellModel } from './model.js'
import type { RobotCellState } from './state.js'

const FIELDS = [
  ['x', LENGTH],
  ['y', LENGTH],
  ['z', LENGTH],
  ['roll', ANGLE],
  ['pitch', ANGLE],
  ['yaw', ANGLE],
] as const

interface ToolProps {
  readonly model: CellModel
  readonly history: History<RobotCellState>
}

export function Tool({ model, history }: ToolProps) {
  const view = model.view.value
  const { tool } = history.state.value
  const tip = view === undefined ? undefined : tipName(view.arms)
  if (view !== undefined && tip === undefined) return null
  const links = (view?.arms ?? []).flatMap((arm) => arm.links.map((link) => fullName(arm, link)))
  return (
    <Section title="Move a frame">
      <Select
        label="Frame of"
        value={links.includes(tool) ? tool : ''}
        options={[['', 'none'], ...links.map((name) => [name, shortName(name, view)] as const)]}
        onChange={(to) => history.set({ tool: to, still: '', from: [] })}
      />
      {model.tool === undefined ? (
        <div class="row">
          <Button
            kind="main"
            disabled={tip === undefined}
            onClick={() => history.set({ tool: tip ?? '', still: '', from: [] })}
          >
            Move {tip === undefined ? '…' : shortName(tip, view)}
          </Button>
        </div>
      ) : (
        <Handles model={model} link={model.tool} history={history} />
      )}
    </Section>
  )
}

function Handles({ model, link, history }: ToolProps & { link: string }) {
  const view = model.view.value
  const frame = model.frameOf(link)
  const { toolModel, host } = model
  const straight = toolModel.straight.value
  const said = straight && straightBanner(straight, view)
  const { still, upright } = history.state.value
  const { holdable } = model
  if (frame === undefined) return null
  const fields = [frame[3]!, frame[7]!, frame[11]!, ...rollPitchYaw(frame)]
  const set = (k: number, value: number): void =>
    void toolModel.goTo(poseFromFields(fields.map((old, i) => (i === k ? value : old))))
  return (
    <>
      {holdable.length > 0 && (
        <Select
          label="Held still"
          value={holdable.some((one) => one.link === still) ? still : ''}
          options={[
            ['', 'nothing'],
            ...holdable.map((one) => [one.link, `up to ${shortName(one.link, view)}`] as const),
          ]}
          onChange={(to) => history.set({ still: to })}
        />
      )}
      <p class="note">Drag its arrows and rings in the picture, or type where it should be. Escape puts it back.</p>
      <div class="pose-fields">
        {FIELDS.map(([name, quantity], k) => (
          <div key={name}>
            <span aria-hidden="true">{name}</span>
            <TypedField
              label={`${name} of ${link}`}
              value={fields[k]!}
              quantity={quantity}
              onCommit={(to) => set(k, to)}
            />
          </div>
        ))}
      </div>
      <Toggle label="Handles along the world’s axes" value={upright} onChange={(to) => history.set({ upright: to })} />
      <Reached model={model} />
      {straight !== undefined && (
        <>
          <p class={`verdict ${said?.mood}`} data-stat="straight">
            {said?.words}
          </p>
          <p class="note" data-stat="straight-millis" title="Median of the last 15 proofs in this browser's worker">
            The straight motion from where it stood (the ghost), every instant of it.
            {toolModel.proofMillis.value > 0 &&
              ` A proof takes ${toolModel.proofMillis.value.toFixed(1)} ms in the median.`}
          </p>
          <div class="row">
            {straight.q !== undefined && <Button onClick={() => toolModel.showWhere()}>Show where</Button>}
            <Button
              onClick={() =>
                void model
                  .motionFiles()
                  .then((files) => host.handOver('motion', files))
                  .catch((error: Error) => host.notify(error.message, 'error'))
              }
            >
              Keep as path
            </Button>
            <Button onClick={() => host.history.set({ q: host.history.value.from, from: [] })}>Put back</Button>
          </div>
        </>
      )}
    </>
  )
}

/** Over the picture, where users look while they drag. */
export function StraightChip({ model }: { model: CellModel }) {
  const straight = model.toolModel.straight.value
  const said = straight && straightBanner(straight, model.view.value)
  return (
    <p class={`chip straight ${said?.mood ?? ''}`} hidden={said === undefined}>
      {said?.words}
    </p>
  )
}

/** Of a pose that was not reached: how much is left. */
function Reached({ model }: { model: CellModel }) {
  const reached = model.toolModel.reached.value
  if (reached === undefined || reached.isReached) return null
  const { position, angle, isBeyond } = reached
  return (
    <p class="note warn" data-stat="reach">
      {isBeyond ? 'Out of reach: the arm is not that long.' : 'Not reached from here, within the limits of the joints.'}{' '}
      The frame stays {written(position, LENGTH)} and {written(angle, ANGLE)} behind.
    </p>
  )
}
