// What an experiment found of its paper, in three lists: reproduced, differs, not comparable. They are printed at the end of every
// experiment and are part of its document; docs/papers.md is made from them.

/** A published table, figure or statement, and what came out of it. */
export interface Finding {
  /** As the paper names it: `Table 1`, `Figure 7`, `Section 6.3`. */
  readonly of: string
  readonly what: string
}

/** One that differs or cannot be compared, and our best explanation. */
export interface Unmatched extends Finding {
  readonly why: string
}

export interface Findings {
  readonly reproduced: readonly Finding[]
  readonly differs: readonly Unmatched[]
  readonly notComparable: readonly Unmatched[]
}

/** Collects findings. Which list one goes to follows from the numbers. */
export class FindingLists implements Findings {
  readonly reproduced: Finding[] = []
  readonly differs: Unmatched[] = []
  readonly notComparable: Unmatched[] = []

  /** Reproduced where it matches; otherwise it differs, and `why` says why. */
  judge(of: string, what: string, matches: boolean, why: string): void {
    if (matches) this.reproduced.push({ of, what })
    else this.differs.push({ of, what, why })
  }

  incomparable(of: string, what: string, why: string): void {
    this.notComparable.push({ of, what, why })
  }
}

const WIDTH = 130

export function printFindings({ reproduced, differs, notComparable }: Findings): string {
  return [list('Reproduced', reproduced), list('Differs', differs), list('Not comparable', notComparable)].join('\n\n')
}

function list(title: string, findings: readonly (Finding & { readonly why?: string })[]): string {
  const lines = findings.map(({ of, what, why }) => wrap(`${of}: ${what}${why === undefined ? '' : `. Why: ${why}`}`))
  return [`${title} (${findings.length})`, ...lines].join('\n')
}

/** Lines of at most WIDTH characters: the first begins with a dash, the others are indented. */
function wrap(text: string): string {
  const lines: string[] = []
  let line = '-'
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ' '
    }
    line += ` ${word}`
  }
  return [...lines, line].join('\n')
}
