import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { followTheme } from '../platform/ui/theme.ts'
import { renderAt } from '../testing/render-at.tsx'

const stacks = '/workspaces/acme/stacks'
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

/** What another tab of this browser hears and says. */
function otherTab() {
  const channel = new BroadcastChannel('sluice.session')
  const heard: unknown[] = []
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => heard.push(data))
  onTestFinished(() => channel.close())
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  return { heard, say: (message: string) => channel.postMessage(message) }
}

test('a sign-out in another tab ends the session here, and the way back is kept', async () => {
  const { router } = await renderAt(stacks)
  await expect.element(heading('Stacks')).toBeVisible()
  otherTab().say('signed-out')
  await expect.element(heading('Sign in')).toBeVisible()
  expect(router.state.location.search).toEqual({ returnTo: stacks })
  expect(localStorage.getItem('sluice.tokens')).toBeNull()
})

test('a sign-out is told to the other tabs', async () => {
  const { heard } = otherTab()
  const { router } = await renderAt(stacks, { answers: { users: { logout: null } } })
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(() => heard).toEqual(['signed-out'])
  await expect.element(heading('Sign in')).toBeVisible()
  expect(router.state.location.search).toEqual({})
})

test('the theme of another tab, and the frame of the browser, follow', async () => {
  const frame = document.createElement('meta')
  frame.name = 'theme-color'
  document.head.append(frame)
  followTheme()
  await renderAt(stacks)
  await expect.element(page.getByRole('button', { name: 'Theme: System' })).toBeVisible()
  for (const [theme, colour] of [
    ['dark', '#12171a'],
    ['light', '#ffffff'],
  ] as const) {
    // The browser sends this event to every tab but the one that has written.
    localStorage.setItem('sluice.theme', theme)
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'sluice.theme', newValue: theme }))
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    expect(frame.content).toBe(colour)
  }
  await expect.element(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible()
  frame.remove()
})

test('no colour fades when the theme changes', async () => {
  await renderAt(stacks)
  await expect.element(heading('Stacks')).toBeVisible()
  const faded: string[] = []
  const listen = (event: TransitionEvent) => faded.push(event.propertyName)
  document.addEventListener('transitionrun', listen)
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  document.removeEventListener('transitionrun', listen)
  expect(faded.filter((name) => /color/.test(name) && name !== 'background-color')).toEqual([])
})
