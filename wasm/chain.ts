// The WebAssembly twin of a chain's hot functions: refit (src/chains/chain/chain-leaf.ts, chain-refit-better.ts, chain-update.ts)
// and search (chain-search.ts). Every expression has the operations of the TypeScript in the same order, so that the
// results are the same to the bit; test/chains/chain/chain-wasm.test.ts compares them. Built by scripts/build-wasm.mjs.
export { init } from './layout'
export { refitAll, refitList, refitPath } from './refit'
export { searchAll, searchPending, tryPath } from './search'
