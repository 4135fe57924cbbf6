// `limber/view`: the element <limber-view>, which shows a scene with its proof in any page. three is the caller's own (a peer).
export { defineLimberView, type LimberLoad, LimberView } from './element.js'
export type { ViewVerdict } from './messages.js'
