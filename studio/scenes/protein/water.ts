// Water, by the names that files and force fields give it.

const NAMES = /^(HOH|WAT|DOD|H2O|SOL|TIP\w?|T3P|T4P|SPC)$/

export function isWater(name: string): boolean {
  return NAMES.test(name)
}
