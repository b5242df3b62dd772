// The checks that read code instead of running it. Each counts as one test.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './prepare.mjs'
import type { Counts } from './run-tests.ts'

const folders = ['apps', 'packages', 'e2e', 'bench', 'tools', 'start.mjs']
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

const checks: [name: string, command: string, args: string[]][] = [
  ['types', bin('tsc'), ['-b']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', ...folders]],
  ['format', bin('oxfmt'), ['--check', ...folders]],
  ['imports', process.execPath, [join(root, 'tools/run.mjs'), 'imports']],
  ['unused', bin('knip'), ['--no-progress']],
]

/** Runs one check to its end and collects what it prints. */
function output(command: string, args: string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text: Buffer.concat(chunks).toString() }))
  })
}

/** Runs every check, one after the other, and says how many passed and failed. */
export async function runChecks(): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  for (const [name, command, args] of checks) {
    const { code, text } = await output(command, args)
    if (code === 0) counts.passed += 1
    else {
      counts.failed += 1
      failures.push(['check', name].join(' '))
    }
    process.stdout.write(code === 0 ? ['✓ ', name, '\n'].join('') : ['✗ ', name, '\n', text].join(''))
  }
  return { ...counts, failures }
}
