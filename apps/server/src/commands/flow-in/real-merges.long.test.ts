import { join } from 'node:path'
import { openObjectReader } from '@sluice/git/cat-file'
import { findFiles } from '@sluice/git/find-files'
import { merge } from '@sluice/metadata/merge/merge'
import { describe, expect, test } from 'vitest'
import { casesOfSlice } from '../../../../../tools/long/long-run.ts'
import { saveArchive } from '../../steps/org/retrieve/archive-files.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { type RealMerge, hasRealMerges, orgMerges } from '../testing/real-merges.ts'
import { environmentOf, flowInAll, initialize } from '../testing/run-job.ts'
import { type WorkingCopy, cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

const types = [
  'CustomApplication',
  'CustomField',
  'CustomLabel',
  'CustomLabels',
  'CustomObject',
  'CustomObjectTranslation',
  'CustomTab',
  'FieldSet',
  'FlexiPage',
  'Flow',
  'Layout',
  'ListView',
  'PermissionSet',
  'Profile',
  'QuickAction',
  'Translations',
  'ValidationRule',
]
const includeSpecs = types.map((type) => `unpackaged/~/${type}`).join('\n')
const inRepository = ({ path }: RealMerge) => `src/unpackaged/${path}`

/** Makes the org hold one version of every case and nothing else. */
async function fillOrg(flow: FlowStack, cases: readonly RealMerge[], side: 'base' | 'theirs') {
  await flow.org.admin('POST', `orgs/${flow.org.id}/reset`, { empty: true })
  const path = join(world.folder, `${side}.zip`)
  await saveArchive(
    path,
    cases.map((one) => ({ path: one.path, content: Buffer.from(one[side]) })),
  )
  await flow.org.admin('POST', `orgs/${flow.org.id}/seed`, { path })
}

/** The files of all cases at a commit, by path. */
async function filesAt(clone: WorkingCopy, cases: readonly RealMerge[], commit: string) {
  const reader = openObjectReader({ gitDir: join(clone.folder, '.git') })
  try {
    const found = await findFiles(reader, commit, cases.map(inRepository))
    const contents = await Promise.all(
      [...found].map(async ([path, { hash }]) => [path, await reader.read(hash)] as const),
    )
    return new Map(contents)
  } finally {
    await reader.close()
  }
}

type Contents = Awaited<ReturnType<typeof filesAt>>

/** What the engine alone makes of the versions that the flow had. */
function mergedAlone(one: RealMerge, commits: Record<'base' | 'ours' | 'theirs', Contents>) {
  const at = (contents: Contents) => contents.get(inRepository(one)) ?? Buffer.alloc(0)
  const [base, ours, theirs] = [at(commits.base), at(commits.ours), at(commits.theirs)]
  const input = { path: `unpackaged/${one.path}`, base, ours, theirs }
  const { status, content } = merge(input)
  return {
    content: status === 'clean' ? content : merge({ ...input, favour: 'ours' }).content,
    isConflict: status === 'conflict',
    isChangedByBoth: !ours.equals(base) && !theirs.equals(base) && !ours.equals(theirs),
  }
}

describe.skipIf(!hasRealMerges)(
  'real merges (skipped: there is no ../shared/data beside the checkout)',
  () => {
    test('are made by a flow in as by the engine alone', { timeout: 2_400_000 }, async () => {
      const cases = casesOfSlice(orgMerges())
      const flow = await world.connect()
      await fillOrg(flow, cases, 'base')
      const { job: first } = await initialize(world.ctx, flow, { includeSpecs })
      expect(first.error).toBeNull()
      const clone = await cloneOf(world.folder, flow)
      const base = await clone.git('rev-parse', 'HEAD')
      const ours = await clone.push(Object.fromEntries(cases.map((one) => [inRepository(one), one.ours])))
      await fillOrg(flow, cases, 'theirs')

      // Some cases delete many entries of a file.
      const aborted = await flowInAll(world.ctx, flow, {
        acceptDeletions: true,
        mergeConflictsStrategy: 'Abort',
      })
      const { job, output } = await flowInAll(world.ctx, flow, {
        acceptDeletions: true,
        mergeConflictsStrategy: 'PreferLocal',
      })
      expect(job.error).toBeNull()
      expect(job.outcome).toBe('Succeeded')
      await clone.pull()
      const theirs = (await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash ?? ''
      const [atBase, atOurs, atTheirs, atHead] = await Promise.all(
        [base, ours, theirs, await clone.git('rev-parse', 'HEAD')].map((commit) =>
          filesAt(clone, cases, commit),
        ),
      )
      const none: Contents = new Map()
      const commits = { base: atBase ?? none, ours: atOurs ?? none, theirs: atTheirs ?? none }
      const merged = cases.map((one) => ({ one, ...mergedAlone(one, commits) }))
      const different = merged.filter(
        ({ one, content }) => atHead?.get(inRepository(one))?.equals(content) !== true,
      )
      const changedByBoth = merged.filter(({ isChangedByBoth }) => isChangedByBoth).length
      const conflicts = merged.filter(({ isConflict }) => isConflict)
      expect(different.map(({ one }) => one.path)).toEqual([])
      expect(output.mergeResult?.filesChangedByBoth).toBe(changedByBoth)
      expect(output.mergeResult?.conflictCount).toBe(conflicts.length)
      expect(aborted.job.error?.message).toContain(`in ${conflicts.length} files`)
      console.info(`${cases.length} files, ${changedByBoth} changed by both, ${conflicts.length} conflicts`)
      // A file that the org returned unchanged would prove nothing.
      expect(changedByBoth).toBeGreaterThan(cases.length * 0.9)
    })
  },
)
