// @ts-check
// What has to be true before anything of ours can run: a fitting Node, git, the installed packages and a
// fresh build. Plain JavaScript on Node's own modules, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, '.cache')

/** A refusal that a person can act on: printed as one line, without a stack. */
export class Refusal extends Error {}

/** @type {(version: string, least: readonly [number, number]) => boolean} */
const atLeast = (version, [major, minor]) => {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

export function requireTools() {
  if (!atLeast(process.versions.node, [20, 19]))
    throw new Refusal(`Sluice needs Node 20.19 or newer; this is ${process.versions.node}.`)
  const git = spawnSync('git', ['--version'], { encoding: 'utf8' })
  if (git.error)
    throw new Refusal('Sluice needs git 2.38 or newer, and there is no git on the PATH. Install git.')
  const version = /(\d+\.\d+)/.exec(git.stdout)?.[1] ?? '0.0'
  if (!atLeast(version, [2, 38])) throw new Refusal(`Sluice needs git 2.38 or newer; this is ${version}.`)
}

/**
 * Runs a command to its end; its output is shown only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, show?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} What it printed.
 */
export function run(command, args, { cwd = root, show = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {Buffer} */ chunk) => (output += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Refusal(`${command} ${args.join(' ')} failed (exit ${code}):\n${output.trimEnd()}`)),
    )
  })
}

/** @param {string | Buffer} text */
const digest = (text) => createHash('sha256').update(text).digest('hex')
/** @param {string} name */
const stampOf = (name) => {
  const file = join(stamps, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
/** @type {(name: string, value: string) => void} */
const stamp = (name, value) => {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), value)
}

/**
 * Installs the packages when they are missing or the lockfile has changed since the last time.
 * @param {(line: string) => void} say
 */
export async function install(say) {
  const wanted = digest(readFileSync(join(root, 'package-lock.json')))
  if (existsSync(join(root, 'node_modules')) && stampOf('installed') === wanted) return
  say('Installing packages (once, about a minute) …')
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  stamp('installed', wanted)
}

/** Every file that a build reads, with its size and time: equal means nothing to build. */
function fingerprint() {
  /** @type {string[]} */
  const lines = []
  /** @param {string} folder */
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else {
        const { size, mtimeMs } = statSync(path)
        lines.push(`${path} ${size} ${mtimeMs}`)
      }
    }
  }
  visit(join(root, 'packages'))
  visit(join(root, 'apps'))
  return digest(lines.toSorted().join('\n') + stampOf('installed'))
}

const built = () =>
  existsSync(join(root, 'apps/server/dist/main.js')) &&
  existsSync(join(root, 'apps/console/dist/index.html')) &&
  existsSync(join(root, 'packages/practice-org/dist/main.js'))

/**
 * Builds what is stale: the compiler rebuilds only what changed, the console is bundled anew.
 * @param {(line: string) => void} say
 */
export async function build(say) {
  const wanted = fingerprint()
  if (built() && stampOf('built') === wanted) return
  say('Building …')
  const bin = join(root, 'node_modules/.bin')
  const projects = ['packages/practice-org', 'apps/server', 'apps/merge']
  await run(join(bin, 'tsc'), ['-b', ...projects])
  await run('npm', ['run', '--silent', 'build', '-w', '@sluice/console'])
  stamp('built', fingerprint())
}
