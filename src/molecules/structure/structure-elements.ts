// Elements by their symbols, and from the names of atoms where a file leaves them out.

const SYMBOLS =
  'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr'
/** By the symbol in capitals. Deuterium is hydrogen: it has its radius and its bonds. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ...SYMBOLS.split(' ').map((symbol): [string, string] => [symbol.toUpperCase(), symbol]),
  ['D', 'H'],
])

/** As chemists write it; `X` where the file writes that, or writes none that is known and the name does not tell either. */
export function elementSymbol(written: string, name: string, residueName: string, hetero: boolean): string {
  if (written.toUpperCase() === 'X') return 'X'
  return ELEMENTS.get(written.toUpperCase()) ?? fromName(name.toUpperCase(), residueName.toUpperCase(), hetero)
}

/**
 * Ions are called as their residue is (ZN of ZN, FE of FE2). Elsewhere the first letter tells: CA is an alpha carbon, HG a
 * hydrogen; selenium is in two residues, and a metal inside of something larger (FE of HEM) has a name of its symbol alone.
 */
function fromName(name: string, residueName: string, hetero: boolean): string {
  const letters = /[A-Z]+/.exec(name)?.[0] ?? ''
  const two = letters.length === 2 ? ELEMENTS.get(letters) : undefined
  if (two !== undefined) {
    if (letters === residueName.replace(/[^A-Z]/g, '')) return two
    if (letters === 'SE' && (residueName === 'MSE' || residueName === 'SEC')) return two
    if (hetero && METALS.has(letters) && name === letters) return two
  }
  // Uranium, vanadium, tungsten and yttrium are rarer than names that begin so.
  return (/^[HDBCNOFPSKI]/.test(letters) ? ELEMENTS.get(letters.slice(0, 1)) : two) ?? 'X'
}

/** Those whose symbols are not also names of a carbon, a nitrogen or a hydrogen somewhere in a ligand. */
const METALS = new Set(['FE', 'ZN', 'MG', 'MN', 'CU', 'MO', 'BR', 'CL', 'AL', 'AS', 'SE', 'SI'])
