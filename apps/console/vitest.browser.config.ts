import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { leftOut } from '../../tools/projects.ts'

// oxlint-disable-next-line node/no-process-env -- the test run is told here which browser is installed
const { CHROMIUM_PATH: chromium = '/usr/bin/chromium' } = process.env
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Groups of folders. The tests of each group run in a browser page of their own. */
const groups = {
  'the frame': ['app', 'platform', 'features/[a-c]*'],
  environments: ['features/[d-i]*', 'features/job-submission'],
  jobs: ['features/{jobs,job-page}', 'features/[k-r]*'],
  stacks: ['features/[s-z]*'],
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['source', 'module', 'browser', 'import', 'default'] },
  // Every package of the console is found before the first test: one found later would reload the page of a test.
  optimizeDeps: { entries: ['src/app/main.tsx', 'src/**/*.browser.test.tsx'] },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
    exclude: ['**/node_modules/**', ...leftOut()],
    setupFiles: ['src/testing/browser-setup.ts'],
    // A busy machine makes pages slow, not wrong.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      // Files of a group share its page, which loads the modules of the console once instead of for each file.
      isolate: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        // Nothing moves: a control in motion has to be waited for before it can be clicked.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: { executablePath: chromium, args: [...sandbox, '--disable-gpu'] },
      }),
      // A page does not free all memory of a test file, and its process crashes after about a hundred files.
      instances: Object.entries(groups).map(([name, folders]) => ({
        browser: 'chromium' as const,
        name: `pages of ${name}`,
        include: folders.map((folder) => `src/${folder}/**/*.browser.test.tsx`),
      })),
    },
  },
})
