// What the colours of the meshes mean.
import { Color } from 'three'
import type { LegendEntry } from '../../app/scene.js'
import type { StageColours } from '../../view/stage.js'

/** Of the two meshes. */
export function meshColour(k: number, isDark: boolean): Color {
  return new Color().setHSL(k === 0 ? 0.58 : 0.1, k === 0 ? 0.3 : 0.42, isDark ? 0.42 : 0.56)
}

/** Of lines around the two: volumes that were tested. */
export function lineColours({ accent, isDark }: StageColours): readonly [string, string] {
  return [accent, isDark ? '#f0b449' : '#b56a00']
}

export const CLOTH_OPENED = { dark: '#f0b449', light: '#d98a00' } as const

export function clothColour(isDark: boolean): Color {
  return new Color().setHSL(0.58, 0.3, isDark ? 0.42 : 0.6)
}

/** By number, not by name: nothing moves when the names come. */
const TWO = ['first mesh', 'second mesh']

export function pairLegend(theme: StageColours): LegendEntry[] {
  const lines = lineColours(theme)
  return [
    ...TWO.map((name, k) => ({ colour: css(meshColour(k, theme.isDark)), label: name })),
    ...TWO.map((name, k) => ({ colour: lines[k]!, label: `volumes of the ${name}`, kind: 'line' as const })),
    { colour: theme.hit, label: 'triangles that touch' },
    { colour: theme.ink, label: 'distance', kind: 'line' },
  ]
}

export function clothLegend({ isDark, hit, accent }: StageColours, showsOpened: boolean): LegendEntry[] {
  return [
    { colour: css(clothColour(isDark)), label: 'cloth' },
    ...(showsOpened ? [{ colour: CLOTH_OPENED[isDark ? 'dark' : 'light'], label: 'decided one by one' }] : []),
    { colour: hit, label: 'has touched' },
    { colour: accent, label: 'rim at both ends', kind: 'line' },
  ]
}

function css(colour: Color): string {
  return `#${colour.getHexString()}`
}
