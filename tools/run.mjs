// @ts-check
// Runs a program of this folder, which is TypeScript: `node tools/run.mjs test --full` runs test.ts. The packages that this takes are
// installed first; so this file and prepare.mjs are plain JavaScript.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { install, Refusal, requireTools, root } from './prepare.mjs'

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`)

try {
  requireTools()
  await install(say)
  const { register } = await import('tsx/esm/api')
  register()
  const program = join(root, 'tools', `${process.argv[2]}.ts`)
  process.argv.splice(1, 2, program)
  await import(pathToFileURL(program).href)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
