import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The development server hands calls and the push channel on to a running Sluice server. */
const server = 'http://127.0.0.1:7300'

/** Compresses once, at the build, what the server would otherwise send in full or compress for every browser. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets).filter((file) => /[.](js|css)$/.test(file)))
      writeFileSync(join(assets, `${name}.gz`), gzipSync(readFileSync(join(assets, name)), { level: 9 }))
  },
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      virtualRouteConfig: './src/app/routes.ts',
      routesDirectory: './src',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    compressAssets,
  ],
  // The content security policy allows no data: addresses and no inline script.
  build: {
    assetsInlineLimit: 0,
    sourcemap: true,
    modulePreload: { polyfill: false },
    // What every page needs travels as one file: dozens of small ones compress worse and take more round trips.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
              priority: 2,
            },
            {
              name: 'base',
              test: /node_modules\/(zod|clsx|class-variance-authority|@tanstack\/(react-router|router-core|history|store|react-store))\//,
              priority: 1,
            },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 1 },
            {
              name: 'controls',
              test: /@base-ui\/react\/(field|checkbox|button|form|labelable-provider)\/|platform\/(forms\/fields\/(text|password|checkbox)-field|ui\/(field|checkbox|notice|error-panel|tone-classes|text-link))\./,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/git': server,
      '/health': server,
      '/openapi.json': server,
    },
  },
})
