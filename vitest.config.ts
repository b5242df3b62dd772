import { defineConfig } from 'vitest/config'
import { leftOut } from './tools/projects.ts'

/** Tests run against the sources of the packages, so that no build can be stale. */
const fromSources = {
  resolve: { conditions: ['source', 'module', 'node'] },
  // Never "import" here: it would also reach require() inside CommonJS packages such as pg.
  ssr: { resolve: { conditions: ['source', 'node'] } },
}

/**
 * The tests of a file run in a shuffled order, so that none can depend on the one before it. A normal run has the same
 * order each time, so that a red one means a changed program; the part `order` of the long tests draws new ones.
 */
const sequence = { shuffle: { files: false, tests: true } }
const orderSeed = 1_795_377_943_550

/** Rooms whose tests start job engines: an engine belongs to one process, so that each of these files gets a process of its own. */
const roomsOfEngines = 'commands,durable,environments,git-host,hub,inquiries,jobs,looks,start,steps,worker'

const project = (name: string, include: string[], extra: object = {}) => ({
  ...fromSources,
  test: {
    name,
    include,
    exclude: name === 'long' ? [] : ['**/*.long.test.ts', '**/node_modules/**', '**/dist/**', ...leftOut()],
    environment: 'node' as const,
    pool: 'threads' as const,
    // A machine that is busy with other tests makes real databases, workers, polls and generated cases slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    ...extra,
  },
})

/** Which slice of a long run this is, with which seed; tools/long/run-part.ts sets both. */
function longRun() {
  // oxlint-disable-next-line node/no-process-env -- a runner passes values to Vitest's configuration only this way
  const { LONG_RUN_SEED: seed = '1', LONG_RUN_SLICE: slice = '1/1' } = process.env
  const [index = 1, count = 1] = slice.split('/').map(Number)
  return { seed: Number(seed), slice: { index, count } }
}

export default defineConfig({
  test: {
    // Tests of flows wait for processes and polls a third of their time, so that four workers keep two cores busy.
    maxWorkers: 4,
    // On a busy machine the first look for the packages of the console alone takes longer than the usual minute.
    browser: { connectTimeout: 600_000 },
    // Set here too, so that the run prints its seed; `--sequence.seed=<seed>` runs another order.
    sequence: { ...sequence, seed: orderSeed },
    projects: [
      project('packages', ['packages/*/{src,test}/**/*.test.ts', 'apps/merge/src/**/*.test.ts'], {
        setupFiles: ['tools/same-cases.ts'],
        // Files of one process share its modules, so that libraries are loaded once for each process.
        isolate: false,
        sequence,
      }),
      // Each start of Git copies the memory map of the process that starts it: small processes copy less than one large one.
      project(
        'server',
        [`apps/server/src/{${roomsOfEngines}}/**/*.test.ts`, 'apps/server/test/**/*.test.ts'],
        {
          pool: 'forks',
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          setupFiles: ['apps/server/src/testing/start-git-starter.ts'],
          // Files of one process share its modules and its threads, which take seconds to load.
          isolate: false,
          sequence,
        },
      ),
      project('server-calls', [`apps/server/src/!(${roomsOfEngines.replaceAll(',', '|')})/**/*.test.ts`], {
        pool: 'forks',
        globalSetup: ['apps/server/src/testing/global-setup.ts'],
        setupFiles: [
          'apps/server/src/testing/forget-registrations.ts',
          'apps/server/src/testing/start-git-starter.ts',
        ],
        isolate: false,
        sequence,
      }),
      project('tools', ['tools/**/*.test.ts']),
      project('e2e', ['e2e/**/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        fileParallelism: false,
      }),
      project('long', ['{apps,packages,e2e}/**/*.long.test.ts'], {
        pool: 'forks',
        globalSetup: ['apps/server/src/testing/global-setup.ts'],
        setupFiles: ['tools/long/seed-generators.ts', 'apps/server/src/testing/start-git-starter.ts'],
        provide: { longRun: longRun() },
        testTimeout: 3_600_000,
        hookTimeout: 300_000,
      }),
      './apps/console/vitest.config.ts',
      './apps/console/vitest.browser.config.ts',
    ],
  },
})
