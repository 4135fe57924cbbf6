// What a server on this machine is called. A page elsewhere whose name was made to lead here (DNS rebinding) still says its own name.

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** Is a Host header that of a server on this machine, at this port? */
export function isOwnHost(host: string, port: number): boolean {
  const lower = host.toLowerCase()
  return NAMES.some((name) => lower === `${name}:${port}` || (port === 80 && lower === name))
}

/** Does an address that is listened on reach this machine only? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Every Host header of a request: `headers` has the first only. */
export function hostsOf(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, k) => k % 2 === 1 && rawHeaders[k - 1]!.toLowerCase() === 'host')
}
