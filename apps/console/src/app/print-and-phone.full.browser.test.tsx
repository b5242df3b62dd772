import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { renderAt } from '../testing/render-at.tsx'
import { environmentAnswers, id, sampleJob } from '../testing/samples.ts'

const stack = '/workspaces/acme/stacks/core-crm'

test.for([`${stack}/jobs`, `${stack}/settings`, '/workspaces/acme/members'])(
  'the fields of %s have 16 px on a telephone, so that it does not zoom',
  async (address) => {
    await page.viewport(390, 800)
    onTestFinished(() => page.viewport(1280, 800))
    await renderAt(address, { answers: environmentAnswers })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const sizes = [...document.querySelectorAll('input, textarea, select')].map((field) =>
      Number.parseFloat(getComputedStyle(field).fontSize),
    )
    expect(sizes.filter((size) => size < 16)).toEqual([])
  },
)

const rows = () => document.querySelectorAll('tr[data-row-id]').length

test('the printed page has all rows of a list, and nothing to press', async () => {
  const jobs = Array.from({ length: 60 }, (_, index) => sampleJob({ id: id(100 + index) }))
  await renderAt(`${stack}/jobs`, { pushed: { jobs } })
  await expect.element(page.getByText('Showing 60 of 60 total')).toBeVisible()
  expect(rows()).toBeLessThan(60)
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  globalThis.dispatchEvent(new Event('beforeprint'))
  onTestFinished(async () => {
    globalThis.dispatchEvent(new Event('afterprint'))
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
  await expect.poll(rows).toBe(60)
  for (const name of ['AM, user menu', 'Columns', 'Command palette'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  expect(page.getByRole('navigation').elements()).toEqual([])
  const table = document.querySelector('table')
  const main = document.querySelector('main')
  expect(main?.clientHeight).toBeGreaterThanOrEqual(table?.scrollHeight ?? Infinity)
})
