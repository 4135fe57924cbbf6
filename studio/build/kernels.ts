// Kernels are texts, which minifiers leave alone: here they lose indents and lines of comments.
import type { Plugin } from 'vite'

export function compactKernels(): Plugin {
  return {
    name: 'compact-kernels',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/]gpu[\\/]kernels[\\/]/ },
      handler: (code) => ({ code: code.replace(/^[ \t]*(?:\/\/.*\n)?/gm, ''), map: null }),
    },
  }
}
