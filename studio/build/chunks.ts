// Which files the build is cut into. By itself it makes one for every set of scenes that share something: some eighty, most of them
// a kilobyte or less, which cannot be packed well. Here, what nearly all scenes have is one file, and so is what belongs
// together; no scene gets more than a few kilobytes that it has no use for, and none gets an engine that it does not run.
import type { Rolldown } from 'vite'

type Groups = NonNullable<Rolldown.OutputOptions['codeSplitting']>

/** Of the page: all but what one scene has for itself. */
export const PAGE_CHUNKS: Groups = {
  groups: [
    {
      name: 'studio',
      test: /[\\/](node_modules|studio[\\/](app|engine|view)|studio[\\/]ui[\\/](?!plot))/,
      priority: 2,
    },
    { name: 'reports', test: /[\\/]scenes[\\/]lab[\\/]report/, priority: 1 },
  ],
}

/** Entries of the worker: engines of scenes, and what the lab runs and prints. */
const NEARLY_ALL = 10

/** Of the worker. */
export const WORKER_CHUNKS: Groups = {
  groups: [
    { name: 'core', minShareCount: NEARLY_ALL, priority: 2 },
    {
      name: 'chains',
      test: /src[\\/]chains[\\/](chain[\\/]chain-|necklace[\\/]bead-grid\.)|ball-pair\.|scenes[\\/](worst-case|compact)-chains|engine[\\/](rate|ball-around)\.|lab[\\/](baselines|contender\.)/,
      priority: 1,
    },
    {
      name: 'files',
      test: /src[\\/]formats[\\/](text|meshes)[\\/](gunzip|text-cursor|mesh-data|parse-decimal|decode-text|plural|byte-view)\.|fflate|engine[\\/]unpack\./,
      priority: 1,
    },
    {
      name: 'space',
      test: /base[\\/](work[\\/](clock|running)|math[\\/]quaternion)\.|robots[\\/](motion[\\/](piece-turns|line-piece|motion-space|motion-input)|planning[\\/]plan-options)\./,
    },
    // Those that print a document and need nothing of the engine.
    { name: 'prints', test: /lab[\\/]((chaintree|kdop)[\\/](print|published|checks)|table)\.ts/ },
    { name: 'proofs', test: /noble|src[\\/]verify[\\/](plain|poses)\./ },
    {
      name: 'molecules',
      test: /formats[\\/]molecules[\\/](frames-data|pdb-frames|structure-altlocs|frames-atoms)|scenes[\\/]proteins\./,
    },
  ],
}
