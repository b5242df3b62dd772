import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import type { OrgEdit } from '../testing/test-org.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const facts = { standardTabsOnlyWhenNamed: true }
const includeSpecs = 'unpackaged/~/Profile\nunpackaged/~/CustomTab'

const profile = salesProfile({ classes: [], fields: [] })
const withTab = (visibility: string) => {
  const tab = `    <tabVisibilities>\n        <tab>standard-Account</tab>\n        <visibility>${visibility}</visibility>\n    </tabVisibilities>\n`
  const text = profile.text.replace('    <userLicense>', `${tab}    <userLicense>`)
  return { ...profile.edit, files: { [profile.path]: text } }
}

test('who sees a standard tab comes with the profile, changes with it and goes with it', async () => {
  const flow = await world.connect({ facts })
  await flow.org.edit(withTab('DefaultOn'))
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(profile.file)).toContain('<visibility>DefaultOn</visibility>')
  expect((await clone.files()).filter((path) => path.includes('/tabs/'))).toEqual([])
  const profileAfter = async (...edits: OrgEdit[]) => {
    for (const edit of edits) await flow.org.edit(edit)
    const { job } = await flowInAll(world.ctx, flow)
    expect(job.error).toBeNull()
    await clone.pull()
    return await clone.read(profile.file)
  }
  expect(await profileAfter(withTab('DefaultOff'))).toContain('<visibility>DefaultOff</visibility>')
  // A profile that is saved without an entry keeps it; only a new one has none.
  const { type, fullName } = profile.edit
  expect(await profileAfter({ type, fullName, delete: true }, profile.edit)).toBe(profile.text)
})
