// How an element looks. Colours are custom properties, so that a page can set them; `styleSheet` makes the sheet that all elements share.

/** Each with its colour where the page sets none: light, dark. */
export const COLOURS = {
  background: ['#f4f6f8', '#12171c'],
  ink: ['#27323c', '#dbe3ea'],
  robot: ['#6f8fb0', '#7f97ae'],
  obstacle: ['#b9a98f', '#8a7d69'],
  free: ['#1f7f4c', '#3fbf7a'],
  hit: ['#c62a25', '#f0524b'],
  accent: ['#1f6fd1', '#5aa2f7'],
} as const

export type ColourName = keyof typeof COLOURS

const own = (dark: 0 | 1): string =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `--own-${name}: var(--limber-${name}, ${pair[dark]});`)
    .join(' ')

const CSS = `
:host { display: block; position: relative; height: 20rem; contain: content; font: 0.875rem/1.4 system-ui, sans-serif; ${own(0)} }
:host([hidden]) { display: none; }
:host([data-dark]) { ${own(1)} }
.frame { display: flex; flex-direction: column; height: 100%; background: var(--own-background); color: var(--own-ink); }
.picture { position: relative; flex: 1 1 auto; min-height: 0; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
:focus-visible { outline: 2px solid var(--own-accent); outline-offset: -2px; }
.before { position: absolute; inset: 0; display: grid; place-items: center; align-content: center; padding: 1rem; text-align: center; }
.before p { margin: 0; }
.before[hidden], .before p[hidden], .bar[hidden], button[hidden] { display: none; }
.bar { display: flex; align-items: center; gap: 0.5rem; padding: 0 0.75rem; }
.bar input { flex: 1 1 auto; min-width: 0; min-height: 2rem; accent-color: var(--own-accent); }
button { font: inherit; min-width: 2.25rem; min-height: 2.25rem; color: inherit; background: none; border: 1px solid currentcolor;
  border-radius: 0.375rem; cursor: pointer; padding: 0 0.6rem; }
button:disabled { opacity: 0.5; cursor: default; }
.said { margin: 0; padding: 0.5rem 0.75rem; min-height: 1.4em; }
.said[data-outcome=proved] strong { color: var(--own-free); }
.said:is([data-outcome=refused], [data-outcome=collision], [data-outcome=error]) strong { color: var(--own-hit); }
`

let sheet: CSSStyleSheet | undefined

export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(CSS)
  }
  return sheet
}
