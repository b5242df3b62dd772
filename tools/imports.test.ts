import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderCycles } from './folder-cycles.ts'
import { root } from './source-files.ts'

const server = 'apps/server/src'

/** One forbidden import per rule: the rule, the importing file, and what it imports. */
const planted: [rule: string, from: string, to: string][] = [
  ['no-cycles', 'packages/git/src/a.ts', 'packages/git/src/b.ts'],
  ['no-unresolvable', 'packages/git/src/c.ts', 'packages/git/src/nowhere.ts'],
  ['no-undeclared', 'packages/git/src/d.ts', 'undeclared-package'],
  ['packages-are-leaves', 'packages/git/src/e.ts', 'packages/metadata/src/x.ts'],
  ['salesforce-calls-through-http', 'packages/salesforce/src/c.ts', 'packages/metadata/src/x.ts'],
  ['apps-are-strangers', 'apps/console/src/app/a.ts', `${server}/main.ts`],
  ['console-knows-only-the-contract', 'apps/console/src/app/b.ts', 'packages/metadata/src/x.ts'],
  ['practice-org-is-salesforce', `${server}/worker/a.ts`, 'packages/practice-org/src/x.ts'],
  ['merge-command-knows-only-engines', 'apps/merge/src/main.ts', 'packages/contract/src/x.ts'],
  ['metadata-is-pure', 'packages/metadata/src/archive.ts', 'node:fs'],
  ['contract-is-portable', 'packages/contract/src/jobs.ts', 'node:crypto'],
  ['operations-only-from-handlers', `${server}/worker/b.ts`, `${server}/operations/jobs/get-job.ts`],
  ['commands-only-from-worker', `${server}/api/a.ts`, `${server}/commands/flow-in/flow-in.ts`],
  [
    'commands-do-not-call-each-other',
    `${server}/commands/flow-out/flow-out.ts`,
    `${server}/commands/flow-in/flow-in.ts`,
  ],
  ['steps-know-no-command', `${server}/steps/session/a.ts`, `${server}/commands/flow-in/flow-in.ts`],
  ['entrances-are-strangers', `${server}/api/b.ts`, `${server}/hub/hub.ts`],
  ['nouns-know-no-entrance', `${server}/jobs/job.ts`, `${server}/worker/worker.ts`],
  ['nouns-know-no-operation', `${server}/jobs/job-end.ts`, `${server}/operations/operation.ts`],
  ['context-imports-only-platform', `${server}/context.ts`, `${server}/durable/enqueue.ts`],
  ['mail-texts-are-made-of-values', `${server}/mail-texts/a.ts`, `${server}/jobs/job-store.ts`],
  ['platform-is-the-floor', `${server}/platform/log.ts`, `${server}/jobs/job-store.ts`],
  ['engines-only-in-verbs', `${server}/jobs/job-views.ts`, 'packages/git/src/z.ts'],
  ['dbos-behind-one-door', `${server}/worker/c.ts`, '@dbos-inc/dbos-sdk'],
  ['processes-start-in-three-places', 'packages/salesforce/src/a.ts', 'node:child_process'],
  ['threads-start-behind-one-door', `${server}/worker/d.ts`, 'node:worker_threads'],
  ['addresses-behind-one-door', 'packages/salesforce/src/b.ts', 'node:dns'],
  [
    'console-platform-knows-no-feature',
    'apps/console/src/platform/ui/a.ts',
    'apps/console/src/features/jobs/job-title.ts',
  ],
  ['features-know-no-app', 'apps/console/src/features/jobs/a.ts', 'apps/console/src/app/session.ts'],
  ['source-not-to-tests', 'packages/git/src/f.ts', 'packages/git/src/f.test.ts'],
  ['stacks-know-no-later-noun', `${server}/stacks/stack.ts`, `${server}/jobs/job-store.ts`],
]

/** Imports that make a cycle of folders and none of files, by the folder that holds the cycle. */
const plantedCycles: [folder: string, imports: [from: string, to: string][]][] = [
  [
    `${server}/platform`,
    [
      [`${server}/platform/mail/a.ts`, `${server}/platform/log/b.ts`],
      [`${server}/platform/log/c.ts`, `${server}/platform/database/d.ts`],
      [`${server}/platform/database/schema/e.ts`, `${server}/platform/mail/below/f.ts`],
    ],
  ],
  [
    'apps/console/src/features',
    [
      ['apps/console/src/features/stacks/a.ts', 'apps/console/src/features/environments/b.ts'],
      ['apps/console/src/features/environments/c.ts', 'apps/console/src/features/stacks/d.ts'],
    ],
  ],
  [
    'packages/practice-org/src',
    [
      ['packages/practice-org/src/deploy/a.ts', 'packages/practice-org/src/store/b.ts'],
      ['packages/practice-org/src/store/c.ts', 'packages/practice-org/src/deploy/d.ts'],
    ],
  ],
]

interface Cruised {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { violations: { from: string; rule: { name: string } }[] }
}

let tree: string
let violated: Set<string>
let cycles: ReturnType<typeof folderCycles>

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function specifier(from: string, to: string): string {
  if (!to.includes('/src/')) return to
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'sluice-planted-'))
  write('package.json', '{ "name": "planted", "dependencies": { "@dbos-inc/dbos-sdk": "1" } }')
  for (const name of ['undeclared-package', '@dbos-inc/dbos-sdk']) {
    write(`node_modules/${name}/package.json`, `{ "name": "${name}", "version": "1.0.0", "main": "x.js" }`)
    write(`node_modules/${name}/x.js`, 'module.exports = 1')
  }
  const importers = new Set(planted.map(([, from]) => from))
  for (const [rule, from, to] of planted) {
    write(from, `import x from '${specifier(from, to)}'\nexport const y = x\n`)
    if (to.includes('/src/') && !importers.has(to) && rule !== 'no-unresolvable')
      write(to, 'export default 1\n')
  }
  for (const [from, to] of plantedCycles.flatMap(([, imports]) => imports)) {
    write(from, `import x from '${specifier(from, to)}'\nexport const y = x\n`)
    write(to, 'export default 1\n')
  }
  write('packages/git/src/b.ts', `import { y } from './a.ts'\nexport default y\n`)
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const rules = join(root, 'dependency-cruiser.mjs')
  const { stdout } = spawnSync(
    process.execPath,
    [cruise, '--config', rules, '--output-type', 'json', 'apps', 'packages'],
    { cwd: tree, encoding: 'utf8', maxBuffer: 64 << 20 },
  )
  const { modules, summary }: Cruised = JSON.parse(stdout)
  violated = new Set(summary.violations.map(({ from, rule }) => `${rule.name} ${from}`))
  cycles = folderCycles(modules)
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe('a planted import of each forbidden kind fails the check', () => {
  test.each(planted)('%s', (rule, from) => {
    expect(violated).toContain(`${rule} ${from}`)
  })

  test('every rule has its planted import', async () => {
    const rules = execFileSync(process.execPath, ['--input-type=module', '-e', listRules], {
      cwd: root,
      encoding: 'utf8',
    })
    const ordered = /-know-no-later-noun$/
    const proven = new Set(planted.map(([rule]) => rule))
    expect(
      rules
        .trim()
        .split('\n')
        .filter((rule) => !proven.has(rule) && !ordered.test(rule)),
    ).toEqual([])
  })
})

test.each(plantedCycles)(
  'imports that make a cycle of the folders in %s fail the check',
  (folder, imports) => {
    const arrows = imports.map(([from, to]) => `${from} -> ${to}`)
    const found = cycles.filter((cycle) => cycle.folder === folder)
    expect(found.map((cycle) => cycle.arrows.toSorted())).toEqual([arrows.toSorted()])
  },
)

const listRules =
  'import rules from "./dependency-cruiser.mjs"; for (const { name } of rules.forbidden) console.log(name)'
