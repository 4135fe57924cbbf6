// Light or dark: what the user chose, else what the system has.
import { effect, signal } from '@preact/signals'
import { recall, remember } from './storage.js'

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
  remember(KEY, dark.value ? 'dark' : 'light')
}

function stored(): boolean | undefined {
  const value = recall(KEY)
  return value === undefined ? undefined : value === 'dark'
}
