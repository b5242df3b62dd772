// Runs the import rules, and refuses to pass when fewer modules were cruised than source files exist:
// a parser that cannot read the language would otherwise judge nothing and be content.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import swc from '@swc/core'
import rules from '../dependency-cruiser.mjs'
import { folderCycles } from './folder-cycles.mjs'
import { root } from './prepare.mjs'

// dependency-cruiser hands every file to the parser as plain TypeScript; JSX needs to be named.
const parse = swc.parseFileSync
swc.parseFileSync = (path, options) => parse(path, { ...options, tsx: path.endsWith('.tsx') })
const { cruise } = await import('dependency-cruiser')

const folders = ['apps', 'packages', 'e2e', 'tools', 'bench']

function sourceFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name) && !/[.](gen|d)[.]ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((path) => !/(^|\/)(dist|node_modules|\.cache|seed)\//.test(path))
}

process.chdir(root)
const { output } = await cruise(folders, {
  ruleSet: rules,
  validate: true,
  ...rules.options,
  outputType: undefined,
})
const { modules, summary } = output
const cruised = new Set(modules.map((module) => module.source))
const missed = folders.flatMap(sourceFiles).filter((path) => !cruised.has(path))
for (const { rule, from, to } of summary.violations) {
  const sentence = rules.forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
  process.stdout.write(`${rule.name}: ${from} -> ${to}\n  ${sentence}\n`)
}
const cycles = folderCycles(modules)
for (const { folder, arrows } of cycles)
  process.stdout.write(
    `folders-form-no-cycle: in ${folder}\n${arrows.map((arrow) => `  ${arrow}\n`).join('')}`,
  )
for (const path of missed) process.stdout.write(`not cruised: ${path}\n`)
const violations = summary.violations.length + cycles.length
process.stdout.write(`${cruised.size} modules, ${violations} violations, ${missed.length} missed\n`)
process.exitCode = violations + missed.length === 0 ? 0 : 1
