import { join } from 'node:path'
import type { Plugin } from 'vite'

const loader = join(import.meta.dirname, '../src/platform/load-code.ts')
const dynamicImport = /\bimport\((\s*["'][^"']+["']\s*)\)/g

/** Puts `loadCode` around every dynamic import of ours, so that a server that is away keeps nobody out of a page. */
export const retryImports: Plugin = {
  name: 'retry-imports',
  apply: 'build',
  transform: {
    filter: { id: /\/apps\/console\/src\/.*[.]tsx?($|[?])/, code: dynamicImport },
    handler: (code) => ({
      // One line stays one line, so that the source map goes on to fit, save for the columns of these lines.
      code: `${code.replace(dynamicImport, 'loadCode(() => import($1))')}\nimport { loadCode } from ${JSON.stringify(loader)}\n`,
      map: null,
    }),
  },
}
