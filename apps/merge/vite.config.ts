import { defineConfig } from 'vite'

/** The merge driver as few files: Node finds and reads a hundred modules more slowly than it merges a profile. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    // The compiler writes here too.
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: {
      input: { driver: 'src/main.ts', resident: 'src/resident-main.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'merge.cjs' },
    },
  },
  ssr: { noExternal: true, resolve: { conditions: ['source', 'node'] } },
})
