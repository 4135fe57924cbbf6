// Real proteins out of their clashes: the large ones of LIMBER_DATA, and all of them at full van der Waals radii, where every file
// clashes.
import { expect, test } from 'vitest'
import { Protein } from '../../src/molecules/protein/protein.js'
import { relax } from '../../src/molecules/protein/relax.js'
import { realProteins } from '../molecules/protein/protein-files.js'
import { bondsOf, lengthsAndAngles, worst } from '../oracle/molecules/protein.js'

const named = (name: string) => realProteins.filter(({ file }) => file === name)

test.each(['1A4Y.pdb', '1i8j_protein.pdb', '1aon.pdb.gz'].flatMap(named))(
  '$file: free of clashes',
  async ({ read }) => {
    const protein = new Protein(read(), { atoms: 'flexible-sidechains' })
    const { outcome, before, rmsd, largest } = await relax(protein)
    console.log(`${before.length} clashes, RMSD ${rmsd.toFixed(4)}, farthest ${largest?.distance.toFixed(3)} Å`)
    expect([outcome, protein.clashes()]).toEqual(['free', false])
    expect(before.length).toBeGreaterThan(0)
    expect(rmsd).toBeLessThan(0.01)
  },
)

/** Disulphides hold nearly all of the backbone of crambin: what only that could resolve is left. */
const HELD = '1crn.pdb'

test.each(['1ubq.pdb', '1pga.pdb', HELD].flatMap(named))('$file: at full radii', async ({ file, read }) => {
  const protein = new Protein(read(), { atoms: 'flexible-sidechains', radiusScale: 1 })
  const [bonds, start] = [bondsOf(protein), protein.coordinates()]
  const { outcome, before, after, rmsd } = await relax(protein)
  console.log(`${before.length} clashes, ${after.length} left, RMSD ${rmsd.toFixed(4)}`)
  expect(protein.clashes()).toBe(outcome === 'clashing')
  expect(after).toEqual(protein.clashingPairs())
  expect(after.length).toBeLessThan(file === HELD ? before.length : 1)
  expect(worst(lengthsAndAngles(protein.coordinates(), bonds), lengthsAndAngles(start, bonds))).toBeLessThan(1e-9)
})
