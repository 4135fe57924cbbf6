// The bench of GPUs by itself, where the packages that other benches need are not installed: `node dist/bench/gpu/alone.js --quick`.
import { readArguments } from '../arguments.js'
import { gpu } from '../gpu.js'

const { quick, options } = readArguments(process.argv.slice(2))
const { text } = await gpu.run(quick, () => {}, options)
console.log(text)
