// What the studio says to the user: errors stay until they are closed, news goes away.
import { type ReadonlySignal, signal } from '@preact/signals'

export interface Notice {
  readonly id: number
  readonly text: string
  readonly kind: 'error' | 'news'
  /** What it is about: what is said of the same thing later takes its place. */
  readonly topic: string | undefined
}

const NEWS_MILLISECONDS = 4000

export class Notices {
  private readonly all = signal<readonly Notice[]>([])
  private next = 0

  get list(): ReadonlySignal<readonly Notice[]> {
    return this.all
  }

  readonly add = (text: string, kind: Notice['kind'] = 'news', topic?: string): void => {
    const id = this.next++
    this.clear(topic)
    // The same words once.
    this.all.value = [...this.all.value.filter((notice) => notice.text !== text), { id, text, kind, topic }].slice(-4)
    if (kind === 'news') setTimeout(() => this.close(id), NEWS_MILLISECONDS)
  }

  /** Says it until what is answered is called, unless that is before `delay` milliseconds. */
  hold(text: string, delay: number): () => void {
    const id = this.next++
    const later = setTimeout(() => {
      this.all.value = [...this.all.value, { id, text, kind: 'news' as const, topic: undefined }].slice(-4)
    }, delay)
    return () => {
      clearTimeout(later)
      this.close(id)
    }
  }

  close(id: number): void {
    this.all.value = this.all.value.filter((notice) => notice.id !== id)
  }

  /** What was said about something. */
  clear(topic: string | undefined): void {
    if (topic !== undefined) this.all.value = this.all.value.filter((notice) => notice.topic !== topic)
  }
}

/** The words of whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
