// Light or dark: what the user chose, else what the system has.
import { effect, signal } from '@preact/signals'

const KEY = 'limber-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export const dark = signal(stored() ?? system.matches)

system.addEventListener('change', ({ matches }) => {
  if (stored() === undefined) dark.value = matches
})

effect(() => {
  document.documentElement.dataset.theme = dark.value ? 'dark' : 'light'
})

export function toggleTheme(): void {
  dark.value = !dark.value
  try {
    localStorage.setItem(KEY, dark.value ? 'dark' : 'light')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function stored(): boolean | undefined {
  try {
    const value = localStorage.getItem(KEY)
    return value === null ? undefined : value === 'dark'
  } catch {
    return undefined
  }
}
