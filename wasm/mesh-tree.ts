// The WebAssembly twin of what builds a mesh's tree: splitMesh (src/meshes/tree/mesh-splits.ts) and
// fitBoxes (box-tree.ts, box-axes.ts, box-points.ts). Every expression has the operations of the TypeScript in the same
// order, so that the results are the same to the bit; test/meshes/tree/mesh-wasm.test.ts compares them. Built by
// scripts/build-wasm.mjs.
export { fit } from './mesh-fit'
export { split } from './mesh-split'
