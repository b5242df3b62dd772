import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleSchedule } from '../../testing/sample-schedule.ts'
import { environmentAnswers, sampleStack } from '../../testing/samples.ts'
import { schedulesPath, visitSchedules } from '../../testing/visit-schedules.ts'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = () => button('Save').first().click()
const message = () => page.getByRole('alert').query()?.textContent
const must = 'You must enter a value.'
const slugRule =
  'Slug must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens'
const phoneRule = 'Phone number must start with + followed by digits, spaces and hyphens'

/** Of a value that is edited where it stands: texts that are refused with their messages, then a text that is taken and what is sent. */
const rules = [
  {
    id: '[W-251]',
    label: 'Name',
    property: 'name',
    refused: [
      ['', must],
      ['  ', must],
      ['a'.repeat(513), 'Name cannot be longer than 512 characters'],
    ],
    sent: ['b'.repeat(512), 'b'.repeat(512)],
  },
  {
    id: '[W-250]',
    label: 'Slug',
    property: 'slug',
    refused: [
      ['', must],
      ['a'.repeat(129), 'Slug cannot be longer than 128 characters'],
      ['a_b', slugRule],
      ['a b', slugRule],
      ['ä', slugRule],
      ['a.b', slugRule],
    ],
    sent: ['b'.repeat(128), 'b'.repeat(128)],
  },
  { id: '[W-250]', label: 'Slug', property: 'slug', refused: [], sent: ['  My-Slug-2 ', 'my-slug-2'] },
  {
    id: '[W-259]',
    label: 'Phone number',
    property: 'phoneNumber',
    refused: [
      ['47 21 00', phoneRule],
      ['+47 (21) 00', phoneRule],
      ['+47x', phoneRule],
      ['4+7', phoneRule],
      [`+${'1'.repeat(128)}`, 'Phone number cannot be longer than 128 characters'],
    ],
    sent: [`+47 2-${'1'.repeat(122)}`, `+47 2-${'1'.repeat(122)}`],
  },
] as const

test.for(rules)(
  '[W-249][W-250][W-251][W-259] ($id) $label is refused and taken by its rule',
  async (rule) => {
    const { server } = await renderAt('/workspaces/acme/settings', {
      answers: { workspaces: { update: null } },
    })
    const bodies = () => server.requests('workspaces', 'update').map(({ body }) => body)
    const edit = button(`Edit ${rule.label.toLowerCase()}`)
    await edit.click()
    for (const [text, expected] of rule.refused) {
      await field(rule.label).fill(text)
      await save()
      await expect.poll(message).toBe(expected)
    }
    expect(bodies()).toEqual([])
    const [text, sent] = rule.sent
    await field(rule.label).fill(text)
    await save()
    await expect.poll(bodies).toEqual([{ [rule.property]: sent }])
  },
)

test('[W-252] a description has at most 4096 characters, and an empty one is sent as null', async () => {
  const schedule = sampleSchedule({ description: 'For the auditors' })
  const { server } = await visitSchedules(`${schedulesPath}/${schedule.id}`, {
    schedules: [schedule],
    answers: { update: null },
  })
  const bodies = () => server.requests('schedules', 'update').map(({ body }) => body)
  await button('Edit description').click()
  await field('Description').fill('a'.repeat(4097))
  await save()
  await expect.poll(message).toBe('Description cannot be longer than 4096 characters')
  expect(bodies()).toEqual([])
  await field('Description').fill('a'.repeat(4096))
  await save()
  await expect.poll(bodies).toEqual([{ description: 'a'.repeat(4096) }])
  await button('Edit description').click()
  await field('Description').fill('   ')
  await save()
  await expect.poll(bodies).toHaveLength(2)
  expect(bodies().at(-1)).toEqual({ description: null })
})

test('[W-256] a URL is absolute and has at most 2048 characters', async () => {
  const stack = sampleStack({ gitRepositoryIsManaged: false, gitRepositoryUrl: 'https://git.example/a.git' })
  const { server } = await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack] },
    answers: {
      ...environmentAnswers,
      stacks: { ...environmentAnswers.stacks, validateGitCredentials: null, update: null },
    },
  })
  await button('Edit Git connection').click()
  await field('Username').fill('bot')
  await field('Password or token').fill('secret')
  const longest = 'https://git.example/'.padEnd(2048, 'a')
  for (const [text, expected] of [
    ['/relative', 'Repository URL must be a valid URL'],
    ['git.example/a.git', 'Repository URL must be a valid URL'],
    [`${longest}a`, 'Repository URL cannot be longer than 2048 characters'],
  ] as const) {
    await field('Repository URL').fill('https://git.example/')
    await field('Repository URL').fill(text)
    await save()
    await expect.element(page.getByText(expected, { exact: true })).toBeVisible()
  }
  expect(server.requests('stacks', 'validateGitCredentials')).toEqual([])
  await field('Repository URL').fill(longest)
  await save()
  await expect
    .poll(() => server.requests('stacks', 'validateGitCredentials')[0]?.body.repositoryUrl)
    .toBe(longest)
})

const parts = [
  ['Aa1!a', '6 characters in total'],
  ['aa1!aa', 'an upper-case letter'],
  ['AA1!AA', 'a lower-case letter'],
  ['Aaa!aa', 'a digit'],
  ['Aa1aaa', 'a non-alphanumeric character'],
] as const

test('[W-249] the message of a weak new password begins with the label of its field', async () => {
  await renderAt('/password/reset/u/t/alice%40acme.example', { user: null })
  await field('New password').fill('aa1!aa')
  await button('Reset password').click()
  const text = () => describedBy(field('New password').element())
  await expect.poll(text).toContain('New password still needs an upper-case letter')
})

test('[W-262] a new password needs six characters and one of each of the four kinds', async () => {
  const { server } = await renderAt('/profile', { answers: { users: { changePassword: null } } })
  const bodies = () => server.requests('users', 'changePassword').map(({ body }) => body)
  await button('Edit password').click()
  for (const [password, missing] of parts) {
    await field('Password').fill(password)
    await save()
    await expect.poll(message).toBe(`Password still needs ${missing}`)
  }
  expect(bodies()).toEqual([])
  await field('Password').fill('Aa1!aa')
  await save()
  await expect.poll(bodies).toEqual([{ newPassword: 'Aa1!aa' }])
})

test('[W-249] each message of a form begins with the label of its field', async () => {
  for (const [address, submit] of [
    ['/register', 'Create user account'],
    ['/signin', 'Sign in'],
    ['/password/forgot', 'Submit'],
    ['/password/reset/u/t/alice%40acme.example', 'Reset password'],
  ] as const) {
    await renderAt(address, { user: null })
    await button(submit).click()
    const messages = () =>
      [...document.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')]
        .filter((input) => input.type !== 'checkbox')
        .map((input) => [input.labels?.[0]?.textContent, describedBy(input)])
    await expect.poll(() => messages().length).toBeGreaterThan(0)
    for (const [label, text] of messages()) expect(text).toContain(`${label} is required`)
  }
})

const describedBy = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((each) => document.querySelector(`[id="${each}"]`)?.textContent)
    .join(' ')
