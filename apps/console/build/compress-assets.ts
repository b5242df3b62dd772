import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compresses once, at the build, what the server would otherwise send in full or compress for every browser. */
export const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets).filter((file) => /[.](js|css)$/.test(file))) {
      const content = readFileSync(join(assets, name))
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params }))
    }
  },
}
