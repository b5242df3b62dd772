// Loaded into every process that the product starts: writes a line for each Git process and each query of the database, with the
// milliseconds since 1970. `BENCH_WORK` names the file; while a file of this name with `.trace` exists, Git traces its processes there.
import childProcess, { type SpawnOptions } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

const file = process.env['BENCH_WORK']
if (file !== undefined) countWork(file)

type Note = (kind: string, what: string) => void

function countWork(path: string): void {
  const note: Note = (kind, what) => appendFileSync(path, `${Date.now()}\t${kind}\t${what}\n`)
  countStarts(path, note)
  const main = process.argv[1]
  if (main?.endsWith('server/dist/main.js') === true) countQueries(main, note)
}

function countStarts(path: string, note: Note): void {
  childProcess.spawn = new Proxy(childProcess.spawn, {
    apply(spawn, self, [program, args, options]: [string, readonly string[], SpawnOptions | undefined]) {
      const ofGit = argumentsOfGit(program, args)
      if (ofGit !== null) note('git', `${commandOf(ofGit)}\t${options?.env?.['GIT_DIR'] ?? ''}`)
      const env = { ...options?.env, ...added(path, args, ofGit !== null) }
      const started: unknown = Reflect.apply(spawn, self, [program, args, { ...options, env }])
      return started
    },
  })
  syncBuiltinESMExports()
}

/** A shell sets the limits of Git and becomes Git: its arguments are `-c`, the script, a name, two limits and those of Git. */
function argumentsOfGit(program: string, args: readonly string[]): readonly string[] | null {
  if (program === 'git') return args
  return args[0] === '-c' && args[2] === 'git' ? args.slice(5) : null
}

/** What a process gets besides its own environment. The process that starts Git inherits nothing, and loads this file only by it. */
function added(path: string, args: readonly string[], isGit: boolean): NodeJS.ProcessEnv {
  if (args[0]?.endsWith('git-starter.mjs') === true)
    return { NODE_OPTIONS: process.env['NODE_OPTIONS'], BENCH_WORK: path }
  return isGit && existsSync(`${path}.trace`) ? { GIT_TRACE2_EVENT: `${path}.trace` } : {}
}

/** The subcommand of Git and its first option, which tells apart what one subcommand is used for. */
function commandOf(args: readonly string[]): string {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c')
  const [command = '', option = ''] = args.slice(at)
  return option.startsWith('--') && !option.includes('=') ? `${command} ${option}` : command
}

interface Queryable {
  query: (this: unknown, ...args: unknown[]) => unknown
}

function countQueries(main: string, note: Note): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class that all users of the package share
  const pg = createRequire(main)('pg') as { Client: { prototype: Queryable } }
  const { prototype } = pg.Client
  prototype.query = new Proxy(prototype.query, {
    apply(query, self, args: unknown[]) {
      note('query', textOf(args[0]).replaceAll(/\s+/g, ' ').slice(0, 200))
      const result: unknown = Reflect.apply(query, self, args)
      return result
    },
  })
}

function textOf(config: unknown): string {
  if (typeof config === 'string') return config
  return typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : ''
}
