import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openRawJson } from '../../testing/open-raw-json.ts'
import { id } from '../../testing/samples.ts'
import { type Confirmation, confirmation, main, moment, visitPage } from '../../testing/visit-inquiry.ts'

test('[J-214] the page shows every field of an inquiry', async () => {
  const inquiry: Confirmation = {
    ...confirmation,
    status: 'Answered',
    answer: { continue: true, excludedComponents: [] },
    answeredUtc: moment,
    answeredByUserId: id(90),
  }
  await visitPage({ inquiry })
  await expect.element(page.getByRole('heading', { name: 'Confirm deployment', level: 1 })).toBeVisible()
  await expect.element(main.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  const { prompt, ...fields } = inquiry
  expect(await openRawJson('Raw JSON of the inquiry')).toMatchObject({
    ...fields,
    prompt: { clobberWarningText: prompt?.clobberWarningText },
  })
})
