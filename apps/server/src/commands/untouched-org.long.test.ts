import { defaultIncludeSpecs } from '@sluice/metadata/include-specs'
import { describe, expect, test } from 'vitest'
import { casesOfSlice } from '../../../../tools/long/long-run.ts'
import { flowWorld } from './testing/flow-world.ts'
import { everything, jobOf, outputOf, submit } from './testing/run-job.ts'
import { hasSeeds, seedFolders } from './testing/seed-folders.ts'
import type { OrgKind } from './testing/test-org.ts'

const world = flowWorld()
const jobMs = 15 * 60_000
const timeout = 45 * 60_000

/** Initializes a stack of the org, and gives what check-only flows in and out of the untouched org and branch would change. */
async function changesOfUntouched(kind: OrgKind, given: { readonly isUncommon?: boolean } = {}) {
  const flow = await world.connect(kind)
  if (given.isUncommon) await flow.org.admin('POST', `orgs/${flow.org.id}/seed`, { bundled: 'uncommon' })
  const run = async (jobCommandName: 'InitializeStack' | 'FlowIn' | 'FlowOut', template: object) => {
    const jobId = await submit(world.ctx, flow, { jobCommandName, jobTemplate: { ...template } })
    const statusOf = async () => (await jobOf(world.ctx, flow, jobId)).status
    await expect.poll(statusOf, { timeout: jobMs, interval: 200 }).toBe('Ended')
    const [{ error }, output] = [await jobOf(world.ctx, flow, jobId), await outputOf(world.ctx, flow, jobId)]
    const packages = output.diffResult?.packageDiffResults ?? []
    const inDelta = packages.flatMap(({ added, modified, deleted }) => [...added, ...modified, ...deleted])
    const found = [...(output.retrieveResult?.changes ?? []), ...inDelta]
    return { error, found: found.map((one) => `${one.componentType} ${one.componentName}`) }
  }
  const first = await run('InitializeStack', { includeSpecs: defaultIncludeSpecs })
  const checkOnly = { environmentFilter: everything, checkOnly: true }
  const later = [
    await run('FlowIn', checkOnly),
    await run('FlowIn', checkOnly),
    await run('FlowOut', { ...checkOnly, noConfirm: true }),
    await run('FlowOut', { ...checkOnly, noConfirm: true, diffMode: 'Org' }),
  ]
  return { error: first.error, components: first.found.length, later }
}

const nothing = { error: null, found: [] }
const untouched = [nothing, nothing, nothing, nothing]

/** Every boolean fact of the practice org with the value that is not usual. */
const uncommon: Readonly<Record<string, boolean>> = {
  answersHiddenByName: false,
  filtersProfiles: true,
  forgetsCutArchives: true,
  keepsFlowVersions: true,
  listsNilTypes: true,
  mapsUserNames: true,
  omitsDisabledPermissions: true,
  placeholderReplacesSecret: true,
  refusesConsumerKeys: true,
  standardTabsOnlyWhenNamed: true,
  takesAddressAsAudience: false,
}

describe('an org that nobody touches', { timeout }, () => {
  const kinds = [
    { name: 'the company', kind: { bundled: true } },
    ...Object.entries(uncommon).map(([name, value]) => ({
      name: `the company, ${name} ${value}`,
      kind: { bundled: true, facts: { [name]: value } },
    })),
    {
      name: 'the company in all uncommon respects',
      kind: { bundled: true, facts: uncommon },
    },
  ]
  test('the list of facts is complete', async () => {
    const response = await fetch(`${world.practiceOrigin}/admin/facts`)
    const facts: Record<string, { usual: unknown }> = await response.json()
    const switches = Object.entries(facts).filter(([, { usual }]) => typeof usual === 'boolean')
    expect(Object.fromEntries(switches.map(([name, { usual }]) => [name, usual !== true]))).toEqual(uncommon)
  })

  test.each(casesOfSlice(kinds))('$name has no changes', async ({ kind }) => {
    const result = await changesOfUntouched(kind, { isUncommon: true })
    expect(result.error).toBeNull()
    expect(result.components).toBeGreaterThan(150)
    expect(result.later).toEqual(untouched)
  })
})

describe.skipIf(!hasSeeds)(
  'real metadata (where ../shared/data lies beside the checkout)',
  { timeout },
  () => {
    test.each(casesOfSlice(hasSeeds ? seedFolders() : []))('$name has no changes', async ({ path }) => {
      const result = await changesOfUntouched({ seed: path })
      expect(result.error).toBeNull()
      expect(result.components).toBeGreaterThan(0)
      expect(result.later).toEqual(untouched)
    })
  },
)
