// Small plots in the theme's colours: lines and points with errors, axes with units, a legend, the value under the pointer. Own SVG: a
// library would be larger than all of the studio's face.
import './plot.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Axis, axisOf, tickText, valueText } from '../../lab/plot-axis.js'

/** With its standard error, where it has one. */
export type PlotPoint = readonly [x: number, y: number, error?: number]

export interface PlotSeries {
  readonly name: string
  readonly points: readonly PlotPoint[]
  /** Which colour of the theme: 0 to 7; in order, if left out. */
  readonly colour?: number
  readonly kind?: 'line' | 'dots' | 'both'
  /** For what others have published. */
  readonly dashed?: boolean
}

export interface PlotProps {
  readonly title: string
  /** What runs to the right and upwards, with units. */
  readonly x: string
  readonly y?: string
  readonly series: readonly PlotSeries[]
  readonly height?: number
  readonly xLog?: boolean
  readonly yLog?: boolean
  readonly yRange?: readonly [number, number]
  readonly xRange?: readonly [number, number]
  /** Said in place of the plot while there is nothing. */
  readonly empty?: string
  /** A place along x that is marked by a line: a playhead. */
  readonly mark?: number
}

const LEFT = 46
/** More, where the axis has a name. */
const NAMED = 14
const RIGHT = 10
const TOP = 8
const BOTTOM = 32

interface Place {
  readonly x: number
  readonly y: number
  readonly name: string
  readonly point: PlotPoint
  readonly colour: number
}

export function Plot(props: PlotProps) {
  const { title, x, y, series, height = 150, empty } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const pointed = useSignal<Place | undefined>(undefined)
  const hasPoints = series.some(({ points }) => points.length > 0)
  const named = series.length > 1
  const { value } = pointed
  return (
    <figure class="plot" aria-label={title}>
      <figcaption>
        <span>{title}</span>
        <output class="plot-value">{value === undefined ? '' : words(value, named)}</output>
      </figcaption>
      <div ref={frame} class="plot-frame" style={{ height: `${height}px` }}>
        {hasPoints ? (
          width > 0 && <Drawing {...props} width={width} height={height} pointed={pointed} />
        ) : (
          <p class="plot-empty">{empty ?? ''}</p>
        )}
      </div>
      {named && <Legend series={series} />}
      <span class="visually-hidden">{`${x}${y === undefined ? '' : `; ${y}`}`}</span>
    </figure>
  )
}

function words({ point: [x, y, error], name }: Place, named: boolean): string {
  const about = error === undefined ? '' : ` ± ${valueText(error)}`
  return `${named ? `${name}, ` : ''}${valueText(x)}: ${valueText(y)}${about}`
}

interface DrawingProps extends PlotProps {
  readonly width: number
  readonly height: number
  readonly pointed: { value: Place | undefined }
}

function Drawing({ title, x, y, series, width, height, xLog, yLog, xRange, yRange, mark, pointed }: DrawingProps) {
  const all = series.flatMap(({ points }) => points)
  const across = axisOf(xRange ?? all.map(([at]) => at), {
    isLog: xLog === true,
    exact: true,
    ticks: Math.max(3, Math.floor(width / 90)),
  })
  const up = axisOf(yRange ?? all.flatMap(([, at, error = 0]) => [at - error, at + error]), {
    isLog: yLog === true,
    exact: yRange !== undefined,
    ticks: height < 120 ? 2 : 4,
  })
  const left = y === undefined ? LEFT : LEFT + NAMED
  const px = (value: number): number => left + across.share(value) * (width - left - RIGHT)
  const py = (value: number): number => TOP + (1 - up.share(value)) * (height - TOP - BOTTOM)
  const places = series.flatMap(({ name, points, colour }, k) =>
    points.map((point): Place => ({ x: px(point[0]), y: py(point[1]), name, point, colour: colour ?? k })),
  )
  const point = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    pointed.value = nearest(places, event.clientX - box.left, event.clientY - box.top)
  }
  const now = pointed.value
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={title}
      onPointerMove={point}
      onPointerLeave={() => {
        pointed.value = undefined
      }}
    >
      <Axes across={across} up={up} px={px} py={py} left={left} width={width} height={height} x={x} y={y} />
      {series.map(({ name, points, colour, kind = 'line', dashed = false }, k) => (
        <g key={name} class={`series-${(colour ?? k) % 8}${dashed ? ' dashed' : ''}`}>
          {kind !== 'dots' && (
            <polyline
              class="plot-line"
              points={points
                .filter(([, at]) => Number.isFinite(at))
                .map(([at, value]) => `${px(at).toFixed(1)},${py(value).toFixed(1)}`)
                .join(' ')}
            />
          )}
          {kind !== 'line' && points.map((one, i) => <Dot key={i} point={one} px={px} py={py} />)}
        </g>
      ))}
      {mark !== undefined && <line class="plot-mark" x1={px(mark)} x2={px(mark)} y1={TOP} y2={height - BOTTOM} />}
      {now !== undefined && (
        <g class={`series-${now.colour % 8}`}>
          <circle class="plot-pointed" cx={px(now.point[0])} cy={py(now.point[1])} r={5} />
        </g>
      )}
    </svg>
  )
}

function Dot({ point: [x, y, error = 0], px, py }: { point: PlotPoint; px: Scale; py: Scale }) {
  if (!Number.isFinite(y)) return null
  return (
    <>
      {error > 0 && <line class="plot-error" x1={px(x)} x2={px(x)} y1={py(y - error)} y2={py(y + error)} />}
      <circle class="plot-dot" cx={px(x)} cy={py(y)} r={3} />
    </>
  )
}

type Scale = (value: number) => number

interface AxesProps {
  readonly across: Axis
  readonly up: Axis
  readonly px: Scale
  readonly py: Scale
  readonly left: number
  readonly width: number
  readonly height: number
  readonly x: string
  readonly y: string | undefined
}

function Axes({ across, up, px, py, left, width, height, x, y }: AxesProps) {
  const floor = height - BOTTOM
  return (
    <g class="plot-axes">
      {up.ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width - RIGHT} y1={py(tick)} y2={py(tick)} />
          <text x={left - 6} y={py(tick) + 4} text-anchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {across.ticks.map((tick) => (
        <g key={tick}>
          <line x1={px(tick)} x2={px(tick)} y1={floor} y2={floor + 4} />
          <text x={px(tick)} y={floor + 15} text-anchor={px(tick) > width - 24 ? 'end' : 'middle'}>
            {tickText(tick)}
          </text>
        </g>
      ))}
      <text class="plot-name" x={(left + width - RIGHT) / 2} y={height - 3} text-anchor="middle">
        {x}
      </text>
      {y !== undefined && (
        <text
          class="plot-name"
          x={0}
          y={0}
          text-anchor="middle"
          transform={`translate(10 ${(TOP + floor) / 2}) rotate(-90)`}
        >
          {y}
        </text>
      )}
    </g>
  )
}

function nearest(places: readonly Place[], x: number, y: number): Place | undefined {
  let best: Place | undefined
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    if (!Number.isFinite(place.y)) continue
    // Across counts most: one reads off a column.
    const away = Math.abs(place.x - x) + 0.2 * Math.abs(place.y - y)
    if (away >= least) continue
    least = away
    best = place
  }
  return best
}

function Legend({ series }: { series: readonly PlotSeries[] }) {
  return (
    <ul class="plot-legend">
      {series.map(({ name, colour, kind, dashed = false }, k) => (
        <li key={name} class={`series-${(colour ?? k) % 8}${dashed ? ' dashed' : ''}`}>
          <svg width="18" height="8" aria-hidden="true">
            {kind !== 'dots' && <line class="plot-line" x1="0" x2="18" y1="4" y2="4" />}
            {kind === 'dots' && <circle class="plot-dot" cx="9" cy="4" r="3" />}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Of an element, as it changes. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const width = useSignal(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      width.value = Math.floor(entry?.contentRect.width ?? 0)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, width])
  return width.value
}

export interface BarGroup {
  readonly name: string
  /** One a series; undefined where there is none. */
  readonly values: readonly (number | undefined)[]
}

export interface BarsProps {
  readonly title: string
  /** What is measured, with its unit. */
  readonly x: string
  readonly names: readonly string[]
  readonly groups: readonly BarGroup[]
  readonly xLog?: boolean
  readonly colours?: readonly number[]
  /** Those that are paler: what others have published, in the colour of ours. */
  readonly pale?: readonly boolean[]
}

const BAR = 11
const BETWEEN = 8
const NAMES = 132
const VALUES = 62

/** Bars to the right, in groups: ours beside theirs. */
export function Bars({ title, x, names, groups, xLog = false, colours, pale }: BarsProps) {
  const classOf = (k: number): string => `series-${(colours?.[k] ?? k) % 8}${pale?.[k] === true ? ' pale' : ''}`
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const high = groups.length * (names.length * BAR + BETWEEN)
  const values = groups.flatMap((group) => group.values.filter((value) => value !== undefined))
  // The least has a bar as well.
  const axis = axisOf([...values, xLog ? 0.5 * Math.min(...values.filter((value) => value > 0)) : 0], { isLog: xLog })
  const room = Math.max(1, width - NAMES - VALUES)
  return (
    <figure class="plot" aria-label={title}>
      <figcaption>
        <span>{title}</span>
      </figcaption>
      <div ref={frame} class="plot-frame" style={{ height: `${high}px` }}>
        {width > 0 && (
          <svg width={width} height={high} role="img" aria-label={title}>
            {groups.map(({ name, values }, g) => {
              const top = g * (names.length * BAR + BETWEEN)
              return (
                <g key={name}>
                  <text class="plot-name" x={NAMES - 8} y={top + (names.length * BAR) / 2 + 4} text-anchor="end">
                    {name}
                  </text>
                  {values.map((value, k) =>
                    value === undefined || !Number.isFinite(value) ? null : (
                      <g key={names[k]} class={classOf(k)}>
                        <rect
                          class="plot-bar"
                          x={NAMES}
                          y={top + k * BAR}
                          width={Math.max(1, axis.share(value) * room)}
                          height={BAR - 2}
                        />
                        <text
                          class="plot-bar-value"
                          x={NAMES + Math.max(1, axis.share(value) * room) + 5}
                          y={top + k * BAR + 8}
                        >
                          {valueText(value)}
                        </text>
                      </g>
                    ),
                  )}
                </g>
              )
            })}
          </svg>
        )}
      </div>
      <div class="plot-below">
        <ul class="plot-legend">
          {names.map((name, k) => (
            <li key={name} class={classOf(k)}>
              <svg width="12" height="10" aria-hidden="true">
                <rect class="plot-bar" x="0" y="0" width="12" height="10" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
        <span class="plot-value">{x}</span>
      </div>
    </figure>
  )
}
