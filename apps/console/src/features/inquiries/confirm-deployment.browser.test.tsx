import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../../testing/samples.ts'
import {
  button,
  choice,
  component,
  confirmation,
  identity,
  jobAddress,
  main,
  prompt,
  region,
  visitPage,
} from '../../testing/visit-inquiry.ts'

/** The text of every row of a table: of a group, or of a component. */
const rowsOf = (name: string) =>
  [...region(name).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].flatMap((cell) => cell.textContent || []).join(' | '),
  )

test('[J-100][J-101][J-102][J-103] the page shows everything that the prompt says about the deployment', async () => {
  await visitPage()
  await expect
    .element(main.getByText('2 components deleted, 1 component modified, 1 component added'))
    .toBeVisible()
  await expect.element(main.getByText('No', { exact: true })).toBeVisible()
  await expect.element(main.getByText('Changes of the org would be overwritten.')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'aaaaaaaaaa' })).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'bbbbbbbbbb' })).toBeVisible()
  const overwritten = region('Changes of the org that would be overwritten')
  await expect.element(overwritten.getByText('Changed_In_Org')).toBeVisible()
  await expect
    .element(overwritten.getByRole('row', { name: /Old/ }))
    .toHaveTextContent(/Modified.*Deleted.*Jonas Becker/)
  const leftOut = region('Left out by the job')
  await expect.element(leftOut.getByText('Failed_Before')).toBeVisible()
  await expect.element(leftOut.getByText('Brand_New')).not.toBeInTheDocument()
  expect(rowsOf('Deleted from the org')).toEqual([
    'ApexClass · unpackaged · 2 components',
    'OldChanged in the org by Jonas Becker | Deleted',
    'StaysCannot be deployed | Deleted',
  ])
  expect(rowsOf('Added and modified')).toEqual([
    'ApexClass · unpackaged · 1 component',
    'Brand_NewLeft out of an earlier deployment | Added',
    'CustomObject · unpackaged · 1 component',
    'Order__c1 partAddedOrder__c.Total__c | Modified',
  ])
})

test('a page of 390 px shows the overwritten components without sideways scrolling, the name of each first', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await visitPage()
  const overwritten = region('Changes of the org that would be overwritten')
  const name = overwritten.getByText('Changed_In_Org')
  await expect.element(name).toBeVisible()
  const frame = overwritten.element()
  await expect.poll(() => frame.scrollWidth - frame.clientWidth).toBe(0)
  const row = name.element().closest('tr')
  const tops = [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.getBoundingClientRect().top)
  expect(name.element().getBoundingClientRect().top).toBeLessThanOrEqual(Math.min(...tops) + 4)
})

test('the page says whether the deployment only validates', async () => {
  await visitPage({ inquiry: { ...confirmation, prompt: { ...prompt, isCheckOnly: true } } })
  await expect.element(main.getByText('Yes, nothing is changed')).toBeVisible()
})

test('[J-104][J-105][J-107][J-216] components can be left out, save those that are not deployed, and Continue returns to the job', async () => {
  const { server, path } = await visitPage({ inquiries: { answer: null } })
  await expect.element(choice('ApexClass Stays')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(choice('ApexClass Stays')).not.toBeChecked()
  await choice('ApexClass Old').click()
  await choice('ApexClass Brand_New').click()
  await expect.element(main.getByText('2 components will be deployed. 1 component left out.')).toBeVisible()
  await button('Continue').click()
  await expect.poll(path).toBe(jobAddress)
  await expect
    .poll(() => server.requests('inquiries', 'answer'))
    .toMatchObject([
      {
        params: { jobId: id(70), inquiryId: id(80) },
        body: { continue: true, excludedComponents: [identity('Old')] },
      },
    ])
})

test('a component that was excluded from an earlier deployment stays excluded unless it is selected', async () => {
  const { server } = await visitPage({ inquiries: { answer: null } })
  await expect.element(choice('ApexClass Brand_New')).not.toBeChecked()
  await expect
    .element(
      main.getByText('1 component will be deployed, 1 component will be deleted. 1 component left out.'),
    )
    .toBeVisible()
  await button('Continue').click()
  await expect
    .poll(() => server.requests('inquiries', 'answer')[0]?.body)
    .toEqual({ continue: true, excludedComponents: [identity('Brand_New')] })
})

test('a whole type is left out with one choice, but not what cannot be deployed', async () => {
  const { server } = await visitPage({ inquiries: { answer: null } })
  const group = region('Deleted from the org').getByRole('checkbox', {
    name: 'Deploy every ApexClass of unpackaged',
  })
  await group.click()
  await expect.element(choice('ApexClass Old')).not.toBeChecked()
  await button('Continue').click()
  await expect
    .poll(() => server.requests('inquiries', 'answer')[0]?.body)
    .toMatchObject({ excludedComponents: [identity('Old'), identity('Brand_New')] })
})

test('a search finds components by the elements inside them, and hides no answer', async () => {
  await visitPage()
  await main.getByRole('searchbox', { name: 'Search components' }).fill('total__c')
  await expect.poll(() => rowsOf('Added and modified')).toHaveLength(2)
  await expect.element(region('Deleted from the org')).not.toBeInTheDocument()
  await expect.element(main.getByText('1 component left out.')).toBeVisible()
  await main.getByRole('searchbox', { name: 'Search components' }).fill('nothing of this name')
  await expect.element(main.getByText('No component matches your search.')).toBeVisible()
})

test('20,000 components can be searched and answered', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => component(`Class${index}`))
  const diffResult = {
    diffCounts: { anyChanges: true, added: many.length, modified: 0, deleted: 0 },
    packageDiffResults: [{ packageName: 'unpackaged', added: many, modified: [], deleted: [] }],
  }
  const large = { ...confirmation, prompt: { ...prompt, diffResult, excludedComponents: [] } }
  await visitPage({ inquiry: large, inquiries: { answer: null } })
  await expect
    .element(region('Added and modified').getByRole('table'))
    .toHaveAttribute('aria-rowcount', '20002')
  expect(rowsOf('Added and modified').length).toBeLessThan(100)
  await expect.element(main.getByText('20,000 components will be deployed.')).toBeVisible()
  await main.getByRole('searchbox', { name: 'Search components' }).fill('class19999')
  await choice('ApexClass Class19999').click()
  await expect
    .element(main.getByText('19,999 components will be deployed. 1 component left out.'))
    .toBeVisible()
})

test('Abort answers that the job shall not go on', async () => {
  const { server, path } = await visitPage({ inquiries: { answer: null } })
  await button('Abort').click()
  await expect.poll(path).toBe(jobAddress)
  await expect.poll(() => server.requests('inquiries', 'answer')[0]?.body).toEqual({ continue: false })
})
