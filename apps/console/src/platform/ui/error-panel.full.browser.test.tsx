import { ProblemError } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorPanel } from './error-panel.tsx'

const whole: ProblemDetails = {
  type: 'sfdcInternalError',
  title: 'Salesforce reported an internal error. Try again later.',
  detail: 'UNKNOWN_EXCEPTION while retrieving',
  status: 502,
  instance: '/api/workspaces/1',
  traceId: 'trace-1234',
  exception: 'Error: at step 7',
  validationErrors: [{ code: 'Custom', property: 'name', description: 'The name is taken' }],
  missingAuthorizations: [{ operation: 'updateStack', resource: 'Core CRM' }],
}

async function show(problem: ProblemDetails) {
  const { unmount } = await render(
    <ErrorPanel heading="There was a problem" error={new ProblemError(problem)} />,
  )
  const panel = page.getByRole('alert')
  await expect.element(panel).toBeVisible()
  const details = panel.getByText('More details')
  if (details.query() !== null) await details.click()
  return { panel, unmount }
}

test('[W-216] every field of a problem reaches the person', async () => {
  const { panel } = await show(whole)
  for (const text of [
    whole.type,
    whole.title,
    'UNKNOWN_EXCEPTION while retrieving',
    '502',
    '/api/workspaces/1',
    'trace-1234',
    'Error: at step 7',
    'The name is taken',
    'updateStack',
    'Core CRM',
  ])
    await expect.element(panel).toHaveTextContent(text)
})

test('[W-384] a trace identifier is shown as "Trace ID" when there is one', async () => {
  const { traceId: _, ...without } = whole
  for (const [problem, shown] of [
    [whole, ['trace-1234']],
    [without, []],
  ] as const) {
    const { panel, unmount } = await show(problem)
    const terms = [...panel.element().querySelectorAll('dt')].filter(
      (term) => term.textContent === 'Trace ID',
    )
    expect(terms.map((term) => term.nextElementSibling?.textContent)).toEqual(shown)
    await unmount()
  }
})
