// What `npm test` runs: every check and every test, and one closing line over all of them.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { build, install, Refusal, requireTools, root } from './prepare.mjs'

const long = process.argv.includes('--long')
const say = (line) => process.stdout.write(`${line}\n`)
const bin = (name) => join(root, 'node_modules/.bin', name)

function show(command, args, env) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('close', (code) => done(code ?? 1))
  })
}

function report(file) {
  const path = join(root, '.cache', file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** A runner that ended badly without a failed test has still failed once. */
const counted = (code, passed, failed) => ({ passed, failed: code !== 0 && failed === 0 ? 1 : failed })

async function vitest(env) {
  rmSync(join(root, '.cache/vitest.json'), { force: true })
  const projects = long ? ['--project', 'long'] : ['--project', '!long']
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/vitest.json']
  const code = await show(bin('vitest'), ['run', ...projects, ...reporters], env)
  const results = report('vitest.json')
  return counted(code, results?.numPassedTests ?? 0, results?.numFailedTests ?? 0)
}

async function playwright(env) {
  rmSync(join(root, '.cache/playwright.json'), { force: true })
  const code = await show(bin('playwright'), ['test'], env)
  const stats = report('playwright.json')?.stats
  return counted(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0)
}

async function main() {
  requireTools()
  await install(say)
  const chromium = await requireChromium(say)
  const env = chromium ? { CHROMIUM_PATH: chromium } : {}
  await build(say)
  const { runChecks } = await import('./check.mjs')
  const results = long ? [await vitest(env)] : [runChecks(), await vitest(env), await playwright(env)]
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
  say('0 passed, 1 failed')
  process.exitCode = 1
})
