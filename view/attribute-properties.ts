// Attributes of an element as properties of the same names: programs and frameworks set these.

// Where there is no DOM, in Node, the module can be imported, and nothing can be made of it.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** What is neither left out nor false, as frameworks set it. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

export class AttributeProperties extends Base {
  get src(): string {
    return this.getAttribute('src') ?? ''
  }

  set src(value: string | null | undefined) {
    this.put('src', value)
  }

  get motion(): string {
    return this.getAttribute('motion') ?? ''
  }

  set motion(value: string | null | undefined) {
    this.put('motion', value)
  }

  get certificate(): string {
    return this.getAttribute('certificate') ?? ''
  }

  set certificate(value: string | null | undefined) {
    this.put('certificate', value)
  }

  get theme(): string {
    return this.getAttribute('theme') ?? ''
  }

  set theme(value: string | null | undefined) {
    this.put('theme', value)
  }

  get label(): string {
    return this.getAttribute('label') ?? ''
  }

  set label(value: string | null | undefined) {
    this.put('label', value)
  }

  get controls(): boolean {
    return this.hasAttribute('controls')
  }

  set controls(value: unknown) {
    this.toggleAttribute('controls', isGiven(value))
  }

  get autoplay(): boolean {
    return this.hasAttribute('autoplay')
  }

  set autoplay(value: unknown) {
    this.toggleAttribute('autoplay', isGiven(value))
  }

  private put(name: string, value: unknown): void {
    if (isGiven(value)) this.setAttribute(name, String(value))
    else this.removeAttribute(name)
  }
}
