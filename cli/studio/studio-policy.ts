// What the studio's pages may do, as the server tells browsers with every answer. The build writes the same policy into the
// page itself, for hosts that set no headers (studio/vite.config.ts); a test compares the two.

/** Everything comes from where the page came from; WebAssembly may be compiled; pictures may be made on the page. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Understood in a header only, so not in the page.
  "frame-ancestors 'none'",
].join('; ')

export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // On its own: no other page holds on to it or reads from it, and clocks in its workers are fine enough to show rates by.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
}
