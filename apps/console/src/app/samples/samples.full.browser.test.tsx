import { statusScale } from '@sluice/contract/status-scale'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { framesUntil } from '../../testing/frames-until.ts'
import { stopTime } from '../../testing/stop-time.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleUser } from '../../testing/samples.ts'

async function openSamples() {
  await renderAt('/samples', { user: null })
  await expect.element(page.getByRole('heading', { name: 'Samples', level: 1 })).toBeVisible()
}

test.for([null, sampleUser()])('[W-032] the samples are open to visitors and users: %#', async (user) => {
  const { path } = await renderAt('/samples', { user })
  await expect.element(page.getByRole('heading', { name: 'Samples', level: 1 })).toBeVisible()
  expect([path(), document.title]).toEqual(['/samples', 'Samples · Sluice'])
})

const labels = {
  Unknown: 'Unknown',
  Pending: 'Pending...',
  Running: 'Running',
  Waiting: 'Waiting',
  Finished: 'Finished',
  Succeeded: 'Succeeded',
  Warning: 'Warning',
  Failing: 'Failing',
  Failed: 'Failed',
  Cancelling: 'Cancelling...',
  Cancelled: 'Cancelled',
  Skipped: 'Skipped',
  TimedOut: 'Timed out',
}

test('[W-186][J-249] each of the 13 states of the scale has an icon, and no two have the same look', async () => {
  await openSamples()
  expect(Object.keys(labels)).toEqual(statusScale)
  const items = page.getByRole('list', { name: 'Status scale' }).getByRole('listitem')
  const looks = items.elements().map((item) => {
    const icon = item.querySelector('svg')
    return `${icon?.innerHTML} ${icon?.getAttribute('class')}`
  })
  expect(
    items.elements().map((item) => item.querySelector('[role="img"]')?.getAttribute('aria-label')),
  ).toEqual(Object.values(labels))
  expect(new Set(looks).size).toBe(13)
})

test('[W-182] a confirmation has a cancel button and an action button', async () => {
  await openSamples()
  const open = page.getByRole('button', { name: 'Delete sample', exact: true })
  const dialog = page.getByRole('alertdialog', { name: 'Delete sample' })
  for (const [button, outcome] of [
    ['Cancel', 'Cancelled'],
    ['Delete', 'Confirmed'],
  ] as const) {
    await open.click()
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText(outcome, { exact: true }).last()).toBeVisible()
  }
})

test('[W-183][W-184][W-185] an error panel has a heading and details that unfold and scroll at 16rem', async () => {
  await openSamples()
  const panel = page.getByRole('alert').filter({ hasText: 'There was a problem saving the sample' })
  const details = panel.getByLabelText('More details')
  await expect.element(details).not.toBeVisible()
  await panel.getByText('More details').click()
  await expect.element(details).toBeVisible()
  const terms = [...details.element().querySelectorAll('dt')].map((term) => term.textContent)
  expect(terms).toEqual(['Type', 'Status code', 'Detail', 'Trace ID', 'Instance', 'Server exception'])
  const { clientHeight, scrollHeight } = details.element()
  expect(clientHeight).toBe(16 * 16)
  expect(scrollHeight).toBeGreaterThan(clientHeight)
})

test('[W-187] times are told relative to now', async () => {
  await openSamples()
  const times = page.getByRole('group', { name: 'Relative times' })
  for (const text of ['just now', '3 minutes ago', 'yesterday', 'in 2 hours'])
    await expect.element(times.getByText(text)).toBeVisible()
})

test('[W-188] "Copied" shows for three seconds', async () => {
  await openSamples()
  const copied = page.getByRole('group', { name: 'Copy, links and keys' }).getByText('Copied')
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: () => Promise.resolve() },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
  stopTime('waits')
  page.getByRole('button', { name: 'Copy commit hash' }).element().dispatchEvent(click())
  await framesUntil(() => copied.query() !== null && vi.getTimerCount() > 0)
  vi.advanceTimersByTime(2999)
  expect(copied.query()).not.toBeNull()
  vi.advanceTimersByTime(1)
  await framesUntil(() => copied.query() === null)
})

const click = () => new MouseEvent('click', { bubbles: true })

test('[W-189] an explanation opens beside its item, with a name for those who do not see it', async () => {
  await openSamples()
  await page.getByRole('button', { name: 'About metadata path' }).click()
  const explanation = page.getByRole('dialog', { name: 'Metadata path' })
  await expect.element(explanation).toHaveTextContent('The folder of the repository that holds the metadata.')
  await userEvent.keyboard('{Escape}')
  await expect.element(explanation).not.toBeInTheDocument()
})

test('[W-190] a tooltip appears half a second after the pointer', async () => {
  await openSamples()
  const tooltip = page.getByText('Says what the icon means')
  const add = page.getByRole('button', { name: 'Add', exact: true })
  const openedAt = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (tooltip.query() === null) return
      observer.disconnect()
      resolve(performance.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  let hoveredAt = 0
  add.element().addEventListener('mousemove', () => (hoveredAt ||= performance.now()))
  await add.hover()
  expect((await openedAt) - hoveredAt).toBeGreaterThanOrEqual(495)
})

const nouns = {
  stack: 'stacks',
  member: 'members',
  invitation: 'invitations',
  environment: 'environments',
  schedule: 'schedules',
  job: 'jobs',
  file: 'files',
  'test run': 'test runs',
  'test result': 'test results',
}

test('[W-198] counts read with the right form of each noun', async () => {
  await openSamples()
  const counts = page.getByRole('group', { name: 'Counts' })
  for (const [one, several] of Object.entries(nouns))
    await expect.element(counts.getByText(`0 ${several}, 1 ${one}, 2 ${several}`)).toBeVisible()
})

test('the reason of a disabled button is described, and shows when the keyboard reaches it', async () => {
  await openSamples()
  const reason = 'The stack is not initialized.'
  const button = page.getByRole('button', { name: 'primary disabled with a reason' })
  await expect.element(button).toHaveAccessibleDescription(reason)
  page.getByRole('button', { name: 'quiet enabled' }).element().focus()
  for (let steps = 0; steps < 8 && document.activeElement !== button.query(); steps += 1)
    await userEvent.tab()
  expect(document.activeElement).toBe(button.element())
  await expect.element(page.getByText(reason).last()).toBeVisible()
})

test('a table tells that nothing matches, and clears the filter', async () => {
  await openSamples()
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await page.getByRole('searchbox', { name: 'Filter samples' }).fill('Production')
  await expect.element(page.getByRole('button', { name: 'Remove filter Only mine' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect.element(page.getByText('Showing 3 of 3 total')).toBeVisible()
})
