// One state, one frame: what moves, the labels in the picture and the numbers of the panel are of one answer, and change together.
// One question at a time is asked, and of those that come meanwhile only the newest counts. Where answers take too long the picture
// goes ahead without them, and nothing is said then.

/** Milliseconds that the picture waits for an answer. */
const PATIENCE = 80

export interface TogetherRules<Q, A> {
  /** Undefined where nothing is known of it. */
  ask(question: Q): Promise<A | undefined>
  /** Everything that is drawn or said of an answer, at once. */
  show(answer: A, question: Q): void
  /** What can be drawn without an answer; all that was said of another is taken away. */
  goAhead(question: Q): void
}

export class Together<Q, A> {
  private wanted: { readonly question: Q } | undefined
  private isAsking = false
  /** The last answer came too late, or the one that is awaited does. */
  private isLate = false

  constructor(private readonly rules: TogetherRules<Q, A>) {}

  to(question: Q): void {
    this.wanted = { question }
    if (!this.isAsking) void this.run()
    else if (this.isLate) this.rules.goAhead(question)
  }

  private async run(): Promise<void> {
    const { rules } = this
    this.isAsking = true
    while (this.wanted !== undefined) {
      const { question } = this.wanted
      this.wanted = undefined
      const began = performance.now()
      const timer = setTimeout(() => {
        this.isLate = true
        rules.goAhead((this.wanted ?? { question }).question)
      }, PATIENCE)
      const answer = await rules.ask(question).catch(() => undefined)
      clearTimeout(timer)
      // What has gone ahead does not go back.
      const isOld = this.isLate && this.wanted !== undefined
      this.isLate = performance.now() - began > PATIENCE
      if (isOld) continue
      if (answer === undefined) rules.goAhead(question)
      else rules.show(answer, question)
    }
    this.isAsking = false
  }
}
