// Draws every screen at four widths, light and dark, into .cache/screenshots, and fails where a page scrolls sideways
// or its content jumps while it loads.
import { join } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { origins, test } from '../fixtures.ts'
import { shiftCausesOf, shiftOf, watchLayoutShifts } from './layout-shift.ts'
import { invitePeople } from './invite-people.ts'
import {
  type Screen,
  anonymousScreens,
  emptyStackScreens,
  invitationScreens,
  newcomerScreens,
  openScreen,
  personalScreens,
  stackScreens,
} from './screens.ts'
import { addFlowWithUndeployedComponent } from './stack-with-flows.ts'
import { addSandboxWithConflict } from './sandbox-with-conflict.ts'

const folder = join(import.meta.dirname, '../../.cache/screenshots')
/** `SCREENS='^job|dialog' npm run screenshots` draws those alone whose names fit. */
const wanted = new RegExp(process.env['SCREENS'] ?? '') // oxlint-disable-line node/no-process-env -- the command says what to draw
const widths = [1440, 1100, 800, 390]
const themes = ['light', 'dark'] as const
/** A page whose content moves further than this is felt to jump. */
const mostLayoutShift = 0.05
/** Late answers and transitions have come by then; a picture needs no more certainty. */
const settleMilliseconds = 400

async function drawAll(page: Page, base: string, screens: readonly Screen[]): Promise<void> {
  await watchLayoutShifts(page)
  for (const screen of screens.filter(({ name }) => wanted.test(name)))
    for (const width of widths)
      for (const colorScheme of themes) {
        const name = `${screen.name}-${width}-${colorScheme}`
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await openScreen(page, base, screen)
        await page.waitForTimeout(settleMilliseconds)
        const shift = await shiftOf(page)
        const causes = await shiftCausesOf(page)
        await page.setViewportSize({ width, height: await wholeHeight(page) })
        await page.screenshot({ path: join(folder, `${name}.png`) })
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect.soft(sideways, `${name} scrolls sideways`).toBe(0)
        expect.soft(shift, `${name} jumps\n${causes}`).toBeLessThanOrEqual(mostLayoutShift)
      }
}

/** A window of this height shows all of what scrolls inside the window, as the page and a long dialog do. */
const wholeHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const hidden = [...document.querySelectorAll('div')]
      .filter((each) => each.clientHeight > window.innerHeight / 2)
      .filter((each) => getComputedStyle(each).overflowY === 'auto')
      .map((each) => each.scrollHeight - each.clientHeight)
    return window.innerHeight + Math.min(Math.max(0, ...hidden), 4000)
  })

test('pages before the sign-in', async ({ page }) => drawAll(page, origins.product, anonymousScreens))

test('onboarding', async ({ signedInPage: page }) => drawAll(page, origins.product, newcomerScreens))

test('pages of a person with a workspace', async ({ signedInPage: page, stack }) => {
  // The stack is made before the pages are opened.
  void stack
  await drawAll(page, origins.product, personalScreens)
})

test('pages of a stack before its initialization', async ({
  page: visitorPage,
  signedInPage: page,
  stack,
  account,
}) => {
  const invitation = invitationScreens(await invitePeople(account, stack))
  await drawAll(page, stack.url, emptyStackScreens)
  await drawAll(page, origins.product, invitation.ofMember)
  await drawAll(visitorPage, origins.product, invitation.ofVisitor)
})

test('pages of a stack with flows', async ({ signedInPage: page, initializedStack: stack, account, org }) => {
  const place = { account, org, practiceOrg: origins.practiceOrg }
  const sandbox = await addSandboxWithConflict(place, stack)
  const addresses = { ...sandbox, ...(await addFlowWithUndeployedComponent(account, stack)) }
  await drawAll(page, stack.url, stackScreens(addresses))
})
