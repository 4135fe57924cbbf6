// The melting curves as a picture (SVG): heat capacity above, native contacts below, one colour a start.
import type { MeltingDocument } from '../melting.js'

const WIDTH = 760
const LEFT = 64
const RIGHT = 16
const PANELS = [
  { top: 52, height: 210 },
  { top: 298, height: 150 },
] as const
const HEIGHT = 496

const INK = '#37414a'
const FAINT = '#d5dbe0'
const COLOURS = ['#2b6cb0', '#c53030'] as const

/** Ours begin like this; nothing else is overwritten by one. */
export const MELTING_PLOT_START = '<svg data-limber="melting" '

export function plotMelting({ source, runs, temperatures }: MeltingDocument): string {
  const [low, high] = [temperatures[0]!, temperatures.at(-1)!]
  const x = (t: number): number => LEFT + ((t - low) / (high - low)) * (WIDTH - LEFT - RIGHT)
  const highest = Math.max(...runs.flatMap(({ curve, rows }) => [...curve, ...rows].map((p) => p.heatCapacity)))
  const step = stepFor(highest)
  const most = step * Math.ceil(highest / step)
  const lines: string[] = []
  const quantities = [
    { name: 'heat capacity', most, step, of: (p: { heatCapacity: number }) => p.heatCapacity },
    { name: 'native contacts, Q', most: 1, step: 0.25, of: (p: { formed: number }) => p.formed },
  ] as const
  for (const [k, { name, most: top, step: every, of }] of quantities.entries()) {
    const panel = PANELS[k]!
    const y = (value: number): number => panel.top + panel.height * (1 - value / top)
    lines.push(`<text x="${LEFT}" y="${panel.top - 8}">${name}</text>`)
    for (let value = 0; value <= top * 1.0001; value += every) {
      lines.push(
        `<path d="M${LEFT} ${at(y(value))}H${WIDTH - RIGHT}" stroke="${FAINT}"/>`,
        `<text x="${LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end">${Number(value.toFixed(6))}</text>`,
      )
    }
    for (const [r, { start, curve, rows }] of runs.entries()) {
      const points = curve.map((p) => `${at(x(p.temperature))},${at(y(of(p)))}`).join(' ')
      const marks = rows.map((p) => `<circle cx="${at(x(p.temperature))}" cy="${at(y(of(p)))}" r="3"/>`)
      lines.push(
        `<polyline points="${points}" fill="none" stroke="${COLOURS[r]!}" stroke-width="1.6"/>`,
        `<g fill="${COLOURS[r]!}">${marks.join('')}</g>`,
      )
      if (k === 0) {
        lines.push(
          `<text x="${WIDTH - RIGHT}" y="${panel.top + 18 + 16 * r}" text-anchor="end" fill="${COLOURS[r]!}">${start} start</text>`,
        )
      }
    }
  }
  const floor = PANELS[1].top + PANELS[1].height
  for (const t of temperatures) {
    lines.push(`<text x="${at(x(t))}" y="${floor + 18}" text-anchor="middle">${t.toFixed(2)}</text>`)
  }
  return [
    `${MELTING_PLOT_START}xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">Melting of ${escapeXml(source)}</text>`,
    ...lines,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${floor + 38}" text-anchor="middle">temperature, in depths of a contact</text>`,
    '</svg>',
    '',
  ].join('\n')
}

/** 1, 2 or 5 times a power of ten: about five steps to `most`. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1e-9) / 5))
  return [1, 2, 5, 10].map((k) => k * power).find((s) => most / s <= 6)!
}

function at(value: number): string {
  return String(Number(value.toFixed(2)))
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
