import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectJobSucceeded } from './pages.ts'
import { sampleClass, sampleLayout, sampleProfile } from './sample-metadata.ts'
import { initializeSmallTeam } from './small-team.ts'

const file = 'src/unpackaged/classes/Alpha.cls'
const textOf = (line: string) => sampleClass('Alpha', line).files['classes/Alpha.cls'] ?? ''

test('two sandboxes changed the same profile, class and layout: only the class is a conflict, which is resolved on the page and deployed', async ({
  account,
  org,
  stack,
  signedInPage: page,
}) => {
  const layout = sampleLayout('Name', 'Phone', 'Fax')
  const team = await initializeSmallTeam({ account, org, stack }, [
    sampleClass('Alpha', '// first'),
    sampleClass('Beta', '// first'),
    layout,
    sampleProfile({ Alpha: true, Beta: true }),
  ])
  const { clone } = team
  try {
    await Promise.all([team.create('dev'), team.create('uat')])
    const [dev, uat] = [await team.sandbox('dev'), await team.sandbox('uat')]
    for (const edit of [
      sampleClass('Gamma', '// new in dev'),
      sampleClass('Alpha', '// dev'),
      sampleLayout('Name', 'Site', 'Phone', 'Fax'),
      sampleProfile({ Alpha: true, Beta: true, Gamma: true }),
    ])
      await dev.edit(edit)
    for (const edit of [
      sampleClass('Alpha', '// uat'),
      sampleLayout('Name', 'Phone', 'Fax', 'Website'),
      sampleProfile({ Alpha: true, Beta: false }),
    ])
      await uat.edit(edit)

    const { id: source } = (await team.state('dev')).environment
    const { id: target } = (await team.state('uat')).environment
    const { workspaceId, stackId } = stack
    const [submitted] = await account.client.calls.jobs.provision({
      params: { workspaceId, stackId },
      body: {
        jobCommandName: 'FlowMerge',
        jobTemplate: { sourceEnvironmentId: source, targetEnvironmentFilter: { include: { ids: [target] } } },
      },
    })
    await page.goto(`${stack.url}/jobs/${submitted?.jobDetails?.id}`)

    await test.step('the conflict is resolved by hand', async () => {
      await page.getByRole('link', { name: 'Resolve conflict' }).click({ timeout: 120_000 })
      const main = page.getByRole('main')
      await expect(main.getByText('0 of 1 files resolved')).toBeVisible()
      await main
        .getByRole('group', { name: `Resolution of ${file}` })
        .getByRole('button', { name: 'Manual' })
        .click()
      await expect(main.getByText('1 conflict left')).toBeVisible()
      await main.getByRole('button', { name: 'Use both', exact: true }).click()
      await main.getByRole('button', { name: 'Accept', exact: true }).click()
      await expect(main.getByText('1 of 1 files resolved')).toBeVisible()
      await main.getByRole('button', { name: 'Continue' }).click()
    })
    await test.step('what is going to be deployed is confirmed', async () => {
      await page.getByRole('link', { name: 'Review deployment' }).click({ timeout: 120_000 })
      for (const name of ['Account-Short', 'Alpha', 'Gamma', 'Sales'])
        await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expectJobSucceeded(page)
    })

    const both = textOf('// uat\n    // dev')
    expect(await uat.files('ApexClass', 'Alpha')).toMatchObject({ 'classes/Alpha.cls': both })
    expect(await dev.files('ApexClass', 'Alpha')).toMatchObject({ 'classes/Alpha.cls': textOf('// dev') })
    const inUat = Object.values((await uat.files('Layout', layout.fullName)) ?? {}).join('')
    expect([...inUat.matchAll(/<field>(\w+)/gu)].map(([, field]) => field)).toEqual([
      'Name',
      'Site',
      'Phone',
      'Fax',
      'Website',
    ])
    const profile = Object.values((await uat.files('Profile', 'Sales')) ?? {}).join('')
    const accesses = profile.matchAll(/<apexClass>(\w+)<\/apexClass>\s*<enabled>(\w+)/gu)
    expect([...accesses].map(([, name, enabled]) => `${name} ${enabled}`)).toEqual([
      'Alpha true',
      'Beta false',
      'Gamma true',
    ])
    for (const name of ['dev', 'uat']) {
      const { environment, head } = await team.state(name)
      expect(environment).toMatchObject({
        latestKnownParityCommitHash: head,
        latestKnownParityCommitHashOutbound: head,
      })
    }
    const merged = (await team.state('uat')).head
    expect(await clone.git('show', `${merged}:${file}`)).toBe(both.trimEnd())
  } finally {
    await clone.remove()
  }
})
