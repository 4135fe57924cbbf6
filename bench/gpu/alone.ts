// The benches of GPUs by themselves, where the packages that other benches need are not installed:
// `node dist/bench/gpu/alone.js gpu gpu-segments --out=FOLDER`. Without names, both; with --out, a file for each is kept there.
import { readArguments } from '../arguments.js'
import { gpu } from '../gpu.js'
import { keepResult } from '../keep-result.js'
import { gpuSegments } from './segments.js'

const { names, quick, options } = readArguments(process.argv.slice(2))
for (const bench of [gpu, gpuSegments]) {
  if (names.length > 0 && !names.includes(bench.name)) continue
  const result = await bench.run(quick, () => {}, options)
  console.log(result.text)
  if (options.out !== undefined && !quick) keepResult(bench.name, result, options.out)
}
