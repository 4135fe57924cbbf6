// What the browser keeps for the user. Without storage, it lasts as long as the page.
const own = new Map<string, string>()

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? own.get(key)
  } catch {
    return own.get(key)
  }
}

export function remember(key: string, value: string): void {
  own.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept above.
  }
}
