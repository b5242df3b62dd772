// The checks that read code instead of running it. Each counts as one test.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'

const folders = ['apps', 'packages', 'e2e', 'bench', 'tools', 'start.mjs']
const bin = (name) => join(root, 'node_modules/.bin', name)

const checks = [
  ['types', bin('tsc'), ['-b']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', ...folders]],
  ['format', bin('oxfmt'), ['--check', ...folders]],
  ['imports', process.execPath, [join(root, 'tools/imports.mjs')]],
  ['unused', bin('knip'), ['--no-progress']],
]

/** Runs every check and says how many passed and failed. */
export function runChecks() {
  const counts = { passed: 0, failed: 0 }
  for (const [name, command, args] of checks) {
    const { status, output } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
    if (status === 0) counts.passed += 1
    else counts.failed += 1
    process.stdout.write(status === 0 ? ['✓ ', name, '\n'].join('') : ['✗ ', name, '\n', ...output].join(''))
  }
  return counts
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = runChecks()
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
