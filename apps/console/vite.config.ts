import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { compressAssets } from './build/compress-assets.ts'
import { firstPaint } from './build/first-paint.ts'
import { leaveOutDocumentation } from './build/leave-out-documentation.ts'
import { leaveOutJsonSchemas } from './build/leave-out-json-schemas.ts'
import { retryImports } from './build/retry-imports.ts'

/** The development server hands calls and the push channel on to a running Sluice server. */
const server = 'http://127.0.0.1:7300'

export default defineConfig({
  plugins: [
    leaveOutJsonSchemas,
    leaveOutDocumentation,
    tanstackRouter({
      virtualRouteConfig: './src/app/routes.ts',
      routesDirectory: './src',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    retryImports,
    react(),
    tailwindcss(),
    firstPaint,
    compressAssets,
  ],
  build: {
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    sourcemap: true,
    // tools/loading-budget.test.ts reads what each page loads.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/git': server,
      '/health': server,
      '/openapi.json': server,
      '/console-config.json': server,
    },
  },
})
