// Colours of the picture, in light and in dark.

export interface StageColours {
  readonly isDark: boolean
  readonly background: string
  /** Of lines on the floor. */
  readonly grid: string
  /** Of text and thin lines. */
  readonly ink: string
  /** Of robots and meshes that nothing is said about. */
  readonly body: string
  /** Of obstacles. */
  readonly obstacle: string
  readonly free: string
  readonly hit: string
  readonly accent: string
  /** Of the inside of surfaces that a section has cut. */
  readonly inside: string
}

/** Red, green, blue of a colour as themes have it. */
export function channels(hex: string): readonly number[] {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

export const LIGHT: StageColours = {
  isDark: false,
  background: '#f4f6f8',
  grid: '#d3dae1',
  ink: '#27323c',
  body: '#8fa6bd',
  obstacle: '#c3b59f',
  free: '#2f9e62',
  hit: '#d6322d',
  accent: '#1f6fd1',
  inside: '#e0a13a',
}

export const DARK: StageColours = {
  isDark: true,
  background: '#12171c',
  grid: '#2a333c',
  ink: '#dbe3ea',
  body: '#7f97ae',
  obstacle: '#8a7d69',
  free: '#3fbf7a',
  hit: '#f0524b',
  accent: '#5aa2f7',
  inside: '#c98a2b',
}
