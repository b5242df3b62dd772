import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { type CallbackAnswer, listenForCallback, readCallback } from './callback-channel.ts'

const visit = (query: string) => renderAt(`/salesforce/callback${query}`, { user: null })

/** A page in another tab that began the sign-in S1. */
function openPage(): CallbackAnswer[] {
  const taken: CallbackAnswer[] = []
  onTestFinished(
    listenForCallback(
      (state) => state === 'S1',
      (answer) => taken.push(answer),
    ),
  )
  return taken
}

test('the code goes to the page that began, and leaves the address', async () => {
  const taken = openPage()
  const { router } = await visit('?code=C1&state=S1')
  await expect.element(page.getByRole('heading', { name: 'You can close this page' })).toBeVisible()
  expect(taken).toEqual([{ state: 'S1', code: 'C1' }])
  expect(router.state.location.searchStr).toBe('')
  await expect.poll(() => document.title).toBe('Salesforce sign-in · Sluice')
})

test('a refusal of Salesforce goes to the page that began', async () => {
  const taken = openPage()
  await visit('?error=access_denied&error_description=end-user+denied&state=S1')
  await expect.element(page.getByRole('heading', { name: 'You can close this page' })).toBeVisible()
  expect(taken).toEqual([{ state: 'S1', error: 'access_denied', errorDescription: 'end-user denied' }])
})

test.for(['?code=C1&state=S2', '', '?code=C1'])('without the page that began %j has ended', async (query) => {
  openPage()
  await visit(query)
  await expect.element(page.getByRole('heading', { name: 'This sign-in has ended' })).toBeVisible()
})

test('texts that look like numbers stay texts', () => {
  expect(readCallback('?code=42&state=007')).toEqual({ code: '42', state: '007' })
})
