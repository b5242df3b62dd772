import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The development server hands calls and the push channel on to a running Sluice server. */
const server = 'http://127.0.0.1:7300'

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
  ],
  // The content security policy allows no data: addresses and no inline script.
  build: { assetsInlineLimit: 0, sourcemap: true, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/git': server,
      '/health': server,
      '/openapi.json': server,
    },
  },
})
