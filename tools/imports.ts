// Runs the import rules, and refuses to pass when fewer modules were cruised than source files exist:
// a parser that cannot read the language would otherwise judge nothing and be content.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import rules from '../dependency-cruiser.mjs'
import { folderCycles } from './folder-cycles.ts'
import { root } from './prepare.mjs'
import { say } from './program.ts'

const folders = ['apps', 'packages', 'e2e', 'tools', 'bench']

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name) && !/[.](gen|d)[.]ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .filter((path) => !/(^|\/)(dist|node_modules|\.cache|seed)\//.test(path))
}

function cruise(): ICruiseResult {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tools/cruise.mjs'), ...folders],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (status !== 0) throw new Error(`The imports could not be read.\n${stderr}`)
  return JSON.parse(stdout)
}

const { modules, summary } = cruise()
const cruised = new Set(modules.map((module) => module.source))
const missed = folders.flatMap(sourceFiles).filter((path) => !cruised.has(path))
for (const { rule, from, to } of summary.violations) {
  const sentence = rules.forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
  say(`${rule.name}: ${from} -> ${to}\n  ${sentence}`)
}
const cycles = folderCycles(modules)
for (const { folder, arrows } of cycles)
  say(`folders-form-no-cycle: in ${folder}\n${arrows.map((arrow) => `  ${arrow}`).join('\n')}`)
for (const path of missed) say(`not cruised: ${path}`)
const violations = summary.violations.length + cycles.length
say(`${cruised.size} modules, ${violations} violations, ${missed.length} missed`)
process.exitCode = violations + missed.length === 0 ? 0 : 1
