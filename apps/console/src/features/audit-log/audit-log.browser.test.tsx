import type { AuditedJob, AuditEvent, AuditVerification } from '@sluice/contract/audit-log'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleMember, sampleUser, sampleWorkspace } from '../../testing/samples.ts'

const sampleEvent = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  id: id(7000),
  sequence: 1,
  createdUtc: '2026-01-31T12:00:00.000Z',
  action: 'member.accessLevelChanged',
  actorUserId: id(90),
  actorName: 'Alice Moreau',
  actorEmailAddress: 'alice@acme.example',
  workspaceId: id(1),
  subjectType: 'Member',
  subjectId: id(51),
  subjectName: 'Bob Stone',
  details: { from: 'Reader', to: 'Operator', memberIds: [id(51)] },
  ipAddress: '203.0.113.7',
  traceId: 'trace',
  ...changes,
})

type AuditAnswers = NonNullable<Answers['auditLog']>
const one = { events: [sampleEvent()], nextBefore: null }
const visit = (auditLog: AuditAnswers, address = '/workspaces/acme/audit-log') =>
  renderAt(address, { answers: { auditLog } })
const table = page.getByRole('table', { name: 'Audit log' })

test('shows what was done, by whom, to what and from where, and is reached by the navigation', async () => {
  const { path } = await visit({ list: one }, '/workspaces/acme/members')
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Audit log' }).click()
  await expect.poll(path).toBe('/workspaces/acme/audit-log')
  for (const text of [
    'Role changed',
    'Alice Moreau',
    'Member Bob Stone',
    'from: Reader · to: Operator · 1 member',
    '203.0.113.7',
  ])
    await expect.element(table.getByText(text, { exact: true })).toBeVisible()
  await expect.poll(() => document.title).toContain('Audit log')
  await expectAccessible()
})

test('loads further pages after the last event', async () => {
  const second = { events: [sampleEvent({ id: id(7001), action: 'stack.created' })], nextBefore: null }
  const { server } = await visit({
    list: ({ query }) => (query.before === undefined ? { ...one, nextBefore: id(7000) } : second),
  })
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(table.getByText('Stack created')).toBeVisible()
  await expect.element(page.getByText('Showing 2 events')).toBeVisible()
  await expect.poll(() => server.requests('auditLog', 'list').at(-1)?.query.before).toBe(id(7000))
})

test('asks for the kind of event, person and period that are chosen', async () => {
  const { server } = await visit({ list: one }, '/workspaces/acme/audit-log?event=stack.created&period=week')
  await expect.element(page.getByRole('combobox', { name: 'Event' })).toHaveTextContent('Stack created')
  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: 'Alice Moreau' }).click()
  await expect
    .poll(() => server.requests('auditLog', 'list').at(-1)?.query)
    .toMatchObject({ action: 'stack.created', actorUserId: sampleMember().userId })
  const { sinceUtc } = server.requests('auditLog', 'list').at(-1)?.query ?? {}
  expect(Math.round((Date.now() - Date.parse(sinceUtc ?? '')) / 3_600_000)).toBe(168)
})

test('an unknown kind of event in the address filters nothing', async () => {
  const { server } = await visit({ list: one }, '/workspaces/acme/audit-log?event=user.signedIn')
  await expect.element(page.getByRole('combobox', { name: 'Event' })).toHaveTextContent('All events')
  await expect.element(table.getByText('Role changed')).toBeVisible()
  expect(server.requests('auditLog', 'list').at(-1)?.query.action).toBe(undefined)
})

test('a filter that fits nothing is cleared', async () => {
  const { path } = await visit(
    { list: ({ query }) => (query.action === undefined ? one : { events: [], nextBefore: null }) },
    '/workspaces/acme/audit-log?event=stack.deleted',
  )
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect.element(table.getByText('Role changed')).toBeVisible()
  expect(path()).toBe('/workspaces/acme/audit-log')
})

const checked: AuditVerification = {
  isIntact: true,
  eventCount: 12,
  lastHash: 'ab'.repeat(32),
  firstFault: null,
}

test('says after a check that nothing was changed, with the fingerprint', async () => {
  await visit({ list: one, verify: checked })
  await page.getByRole('button', { name: 'Check integrity' }).click()
  await expect.element(page.getByText('The audit log is intact: 12 events')).toBeVisible()
  await expect.element(page.getByText('ab'.repeat(32))).toBeVisible()
})

test('says after a check where the log is not as it was recorded', async () => {
  await visit({
    list: one,
    verify: { ...checked, isIntact: false, firstFault: { sequence: 5, kind: 'EventMissing' } },
  })
  await page.getByRole('button', { name: 'Check integrity' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The audit log is not as it was recorded')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Event 5 or one before it was removed.')
})

test('exports the whole log, part by part', async () => {
  const saved: Blob[] = []
  const createObjectURL = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return '#'
  }
  try {
    const lines = [`{"id":"${id(1)}"}\n{"id":"${id(2)}"}\n`, `{"id":"${id(3)}"}\n`, '']
    const { server } = await visit({ list: one, download: () => lines.shift() ?? '' })
    await page.getByRole('button', { name: 'Export' }).click()
    await expect.poll(() => saved.length).toBe(1)
    expect(await saved[0]?.text()).toBe(`{"id":"${id(1)}"}\n{"id":"${id(2)}"}\n{"id":"${id(3)}"}\n`)
    await expect
      .poll(() => server.requests('auditLog', 'download').map(({ query }) => query.after))
      .toEqual([undefined, id(2), id(3)])
  } finally {
    URL.createObjectURL = createObjectURL
  }
})

test('tells why the log could not be loaded, and tries again', async () => {
  let isAway = true
  await visit({
    list: () => {
      if (isAway) throw refusal('tooManyRequests')
      return one
    },
  })
  await expect.element(page.getByText('There was a problem loading the audit log')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table.getByText('Role changed')).toBeVisible()
})

test('is for administrators: others are told so, and nothing is asked for', async () => {
  const members = [sampleMember({ accessLevel: 'Contributor' })]
  const { server } = await renderAt('/workspaces/acme/audit-log', {
    pushed: { workspace: sampleWorkspace({ members, ownerUserId: id(95) }) },
  })
  await expect.element(page.getByText('The audit log is for administrators of the workspace')).toBeVisible()
  expect(server.requests('auditLog', 'list')).toEqual([])
})

test('a global administrator comes from the user menu to the log of the installation', async () => {
  const { path } = await renderAt('/workspaces/acme/stacks', {
    user: sampleUser({ isGlobalAdministrator: true }),
    answers: {
      auditLog: {
        listOfInstallation: {
          events: [
            sampleEvent({ action: 'user.lockedOut', subjectType: null, subjectName: null, details: {} }),
          ],
          nextBefore: null,
        },
      },
    },
  })
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await expect.poll(path).toBe('/audit-log')
  await expect.element(table.getByText('Account locked after failed sign-ins')).toBeVisible()
})

test('the log of the installation is for nobody else', async () => {
  const { path } = await renderAt('/audit-log')
  await expect.poll(path).toBe('/404')
})

test('tells who deployed what to production when, with a link to the job, and never in raw JSON', async () => {
  const job: AuditedJob = {
    id: id(70),
    workspaceSlug: 'acme',
    stackSlug: 'core-crm',
    commandName: 'FlowOut',
    environmentName: 'Production',
    isProduction: true,
    isCheckOnly: false,
    outcome: 'Succeeded',
    changed: 3,
    names: ['DiscountPolicy', 'OpportunityPricing'],
  }
  const refs = [{ ref: 'refs/heads/env/dev', oldHash: null, newHash: null, isDone: true }]
  const events = [
    sampleEvent({
      action: 'job.submitted',
      subjectType: 'Stack',
      details: { jobIds: [job.id] },
      jobs: [job],
    }),
    sampleEvent({
      id: id(7001),
      action: 'repository.pushed',
      actorUserId: null,
      actorName: null,
      details: { as: 'job', refs },
    }),
  ]
  await visit({ list: { events, nextBefore: null } })
  await expect
    .element(table.getByRole('link', { name: 'Flow out Production' }))
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/jobs/${id(70)}`)
  await expect.element(table.getByText('PROD', { exact: true })).toBeVisible()
  await expect
    .element(table.getByText('succeeded, 3 changed: DiscountPolicy, OpportunityPricing and 1 more'))
    .toBeVisible()
  await expect.element(table.getByText('as: job · env/dev')).toBeVisible()
  await expect.element(table.getByText('A job', { exact: true })).toBeVisible()
  expect(document.querySelector('table')?.textContent).not.toContain('{')
})
