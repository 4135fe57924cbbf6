// Several kept energies of the same atoms as one: a term with a cutoff beside lists of pairs. Refused as soon as one refuses.
import { InvalidInputError } from '../../errors.js'
import type { EnergyStats, EnergySum, Stretch } from './energy.js'
import { EnergyProposalError } from './energy-errors.js'
import { packEnergy, unpackEnergy } from './energy-saved.js'

const NO_POSITIONS = new Float64Array(0)

export class SeveralSums implements EnergySum {
  private readonly parts: readonly EnergySum[]
  private state: 'settled' | 'proposed' | 'refused' = 'settled'

  constructor(parts: readonly EnergySum[]) {
    this.parts = parts
    checkTotal(this.total)
  }

  get total(): number {
    let sum = 0
    for (const part of this.parts) sum += part.total
    return sum
  }

  get stats(): EnergyStats {
    const all = this.parts.map((part) => part.stats)
    const add = (key: keyof EnergyStats) => all.reduce((sum, stats) => sum + stats[key], 0)
    const proposals = Math.max(0, ...all.map((stats) => stats.proposals))
    const [refused, blocks, tests] = [add('refused'), add('blocks'), add('tests')]
    return { proposals, refused, blocks, tests, distances: add('distances'), pairs: add('pairs') }
  }

  propose(positions: Float64Array, moved: readonly Stretch[]): number {
    this.mustBeSettled('another propose()')
    this.state = 'settled'
    let done = 0
    let fine = false
    try {
      while (done < this.parts.length && this.parts[done]!.propose(positions, moved) < Infinity) done++
      fine = done === this.parts.length
      if (fine && !Number.isFinite(this.total)) fine = false
    } finally {
      if (!fine) for (let k = 0; k < done; k++) this.parts[k]!.undo()
    }
    this.state = fine ? 'proposed' : 'refused'
    return fine ? this.total : Infinity
  }

  accept(): void {
    if (this.state !== 'proposed') throw new EnergyProposalError('there is no proposal with a finite energy to accept')
    for (const part of this.parts) part.accept()
    this.state = 'settled'
  }

  undo(): void {
    if (this.state === 'settled') throw new EnergyProposalError('there is no proposal to undo')
    if (this.state === 'proposed') for (const part of this.parts) part.undo()
    this.state = 'settled'
  }

  recompute(): number {
    this.mustBeSettled('recompute()')
    for (const part of this.parts) part.recompute()
    return this.total
  }

  save(): Float64Array {
    this.mustBeSettled('save()')
    const saved = this.parts.map((part) => part.save())
    const rest: number[] = []
    for (const part of saved) {
      rest.push(part.length)
      for (const value of part) rest.push(value)
    }
    return packEnergy('several', this.parts.length, NO_POSITIONS, rest)
  }

  restore(saved: Float64Array): void {
    this.mustBeSettled('restore()')
    const { rest } = unpackEnergy('several', this.parts.length, 0, saved)
    const before = this.parts.map((part) => part.save())
    let at = 0
    try {
      for (const part of this.parts) {
        const length = rest[at]!
        if (!(length >= 0 && at + 1 + length <= rest.length))
          throw new InvalidInputError('saved', length, 'a part that fits')
        part.restore(rest.slice(at + 1, at + 1 + length))
        at += 1 + length
      }
    } catch (error) {
      for (const [k, part] of this.parts.entries()) part.restore(before[k]!)
      throw error
    }
    this.state = 'settled'
  }

  private mustBeSettled(before: string): void {
    if (this.state === 'proposed') throw new EnergyProposalError(`accept() or undo() the proposal before ${before}`)
  }
}

function checkTotal(total: number): void {
  if (!Number.isFinite(total)) throw new InvalidInputError('energy', total, 'small enough to be added up')
}
