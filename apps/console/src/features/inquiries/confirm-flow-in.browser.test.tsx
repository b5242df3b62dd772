import type { Inquiry } from '@sluice/contract/inquiry'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import {
  base,
  button,
  confirmation,
  jobAddress,
  main,
  prompt,
  visitJob,
  visitPage,
} from '../../testing/visit-inquiry.ts'

const changed = (componentName: string, changeType: 'Added' | 'Modified' | 'Deleted') => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  changeType,
})
const question: Inquiry = {
  ...base,
  subject: 'ConfirmFlowIn',
  prompt: { deletions: [changed('Gamma', 'Deleted')], undone: [changed('Alpha', 'Modified')] },
}
const names = (title: string) =>
  main
    .getByRole('region', { name: title, exact: true })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.textContent)

test('a flow in with force lists what it throws away, deletions apart, and takes the answer', async () => {
  const { server, path } = await visitPage({ inquiry: question, inquiries: { answer: null } })
  await expect.poll(() => names('Deleted from the branch')).toEqual([expect.stringContaining('Gamma')])
  await expect.poll(() => names('Made equal to the org')).toEqual([expect.stringContaining('Alpha')])
  await expectAccessible()
  await button('Throw away 2 changes').click()
  await expect.poll(path).toBe(jobAddress)
  await expect.poll(() => server.requests('inquiries', 'answer')[0]?.body).toEqual({ continue: true })
})

test('no ends the job', async () => {
  const { server } = await visitPage({ inquiry: question, inquiries: { answer: null } })
  await button('Abort').click()
  await expect.poll(() => server.requests('inquiries', 'answer')[0]?.body).toEqual({ continue: false })
})

test('a refused answer says so', async () => {
  await visitPage({ inquiry: question, inquiries: { answer: refusal('internalServerError') } })
  await button('Abort').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem submitting your input')
})

test('an answered question cannot be answered again', async () => {
  const answered: Inquiry = { ...question, status: 'Answered', answer: { continue: true } }
  await visitPage({ inquiry: answered })
  await expect.poll(() => names('Deleted from the branch').length).toBe(1)
  expect(button('Abort').elements()).toEqual([])
})

test('the job leads to the question', async () => {
  await visitJob({ inquiry: question })
  await expect.element(main.getByRole('link', { name: 'Review flow in' })).toBeVisible()
})

test('a deployment that is otherwise than its preview says what is otherwise', async () => {
  const changedSincePreview = {
    added: [changed('Gamma', 'Modified')],
    gone: [],
    different: [changed('Beta', 'Deleted')],
  }
  await visitPage({ inquiry: { ...confirmation, prompt: { ...prompt, changedSincePreview } } })
  await expect.poll(() => names('Not in the preview')).toEqual([expect.stringContaining('Gamma')])
  await expect.poll(() => names('Changed in another way')).toEqual([expect.stringContaining('Beta')])
  expect(main.getByText('No longer to deploy').elements()).toEqual([])
})
