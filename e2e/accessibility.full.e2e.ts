import { type Page, expect, test as playwrightTest } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { origins, test } from './fixtures.ts'
import { invitePeople } from './screens/invite-people.ts'
import {
  type Screen,
  anonymousScreens,
  emptyStackScreens,
  invitationScreens,
  newcomerScreens,
  openScreen,
  personalScreens,
  stackScreens,
} from './screens/screens.ts'
import { addFlowWithUndeployedComponent } from './screens/stack-with-flows.ts'
import { addSandboxWithConflict } from './screens/sandbox-with-conflict.ts'

async function expectAllAccessible(page: Page, base: string, screens: readonly Screen[]): Promise<void> {
  for (const screen of screens)
    await playwrightTest.step(screen.name, async () => {
      await openScreen(page, base, screen)
      await expectAccessible(page)
    })
}

test('the pages before the sign-in are accessible', async ({ page }) => {
  await expectAllAccessible(page, origins.product, anonymousScreens)
})

test('the onboarding is accessible', async ({ signedInPage: page }) => {
  await expectAllAccessible(page, origins.product, newcomerScreens)
})

test('the pages of a person with a workspace are accessible', async ({ signedInPage: page, stack }) => {
  // The stack is made before the pages are opened.
  void stack
  await expectAllAccessible(page, origins.product, personalScreens)
})

test('[S-046] the pages of a stack before its initialization are accessible, and the default include specs list types to include and standard objects to exclude', async ({
  page: visitorPage,
  signedInPage: page,
  stack,
  account,
}) => {
  const invitation = invitationScreens(await invitePeople(account, stack))
  await expectAllAccessible(page, stack.url, emptyStackScreens)
  await expectAllAccessible(page, origins.product, invitation.ofMember)
  await expectAllAccessible(visitorPage, origins.product, invitation.ofVisitor)
  await test.step('the default include specs', async () => {
    await page.goto(stack.url)
    await page.getByRole('button', { name: 'Initialize now' }).click()
    await page.getByText('More options').click()
    await page.getByRole('radio', { name: /Customize/ }).click()
    const text = await page.getByRole('textbox', { name: 'Include specs' }).inputValue()
    const lines = text.split('\n')
    for (const type of ['ApexClass', 'CustomObject', 'Flow', 'Layout', 'PermissionSet'])
      expect(lines).toContain(`unpackaged/~/${type}`)
    expect(lines.filter((line) => /^!unpackaged\/~\/CustomObject\/\w+$/.test(line)).length).toBeGreaterThan(
      10,
    )
    await expectAccessible(page)
  })
})

test('the pages of a stack with jobs and an undeployed component are accessible', async ({
  signedInPage: page,
  initializedStack: stack,
  account,
  org,
}) => {
  // The test visits many screens.
  playwrightTest.slow()
  const place = { account, org, practiceOrg: origins.practiceOrg }
  const sandbox = await addSandboxWithConflict(place, stack)
  const addresses = { ...sandbox, ...(await addFlowWithUndeployedComponent(account, stack)) }
  await expectAllAccessible(page, stack.url, stackScreens(addresses))
})
