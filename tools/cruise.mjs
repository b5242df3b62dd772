// @ts-check
// Prints what dependency-cruiser finds in the imports of all sources, as JSON, for imports.ts. Plain JavaScript, because the loader that runs
// TypeScript changes how dependency-cruiser imports its parser.
import swc from '@swc/core'
import rules from '../dependency-cruiser.mjs'
import { root } from './prepare.mjs'

// dependency-cruiser hands every file to the parser as plain TypeScript; JSX needs to be named.
const parse = swc.parseFileSync
/** @type {(path: string, options: import('@swc/core').ParseOptions) => import('@swc/core').Module} */
const parseWithTsx = (path, options) =>
  parse(path, { ...options, syntax: 'typescript', tsx: path.endsWith('.tsx') })
Object.assign(swc, { parseFileSync: parseWithTsx })
const { cruise } = await import('dependency-cruiser')

process.chdir(root)
const { output } = await cruise(process.argv.slice(2), {
  ruleSet: rules,
  validate: true,
  ...rules.options,
  parser: 'swc',
})
process.stdout.write(JSON.stringify(output))
