// Line 35: the product's own client in each of its calls, aborted, in each fault by name, and at the limits. These checks are
// tests in TypeScript (`test/own-client`), so that they are type-checked and run with all other tests; here they run again, file by file.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './clients.mjs'

const folder = 'packages/practice-org/test/own-client'
const run = promisify(execFile)

/** Runs one file of tests; fails with what the runner printed. */
async function runTests(file) {
  const project = file.endsWith('.long.test.ts') ? 'long' : 'packages'
  const args = ['vitest', 'run', '--project', project, `${folder}/${file}`]
  await run('npx', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
    throw new Error(`${file}: ${String(error.stdout).slice(-4_000)}`)
  })
}

export const ownClientLines = readdirSync(join(root, folder))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => ({
    line: 35,
    name: `our own client: ${file.replace(/\.(long\.)?test\.ts$/, '')}`,
    run: () => runTests(file),
  }))
