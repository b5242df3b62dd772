import type { Page } from '@playwright/test'
import { pushMessage } from '@sluice/contract/push'
import type { AuthTokens } from '@sluice/contract/user'
import { longestGap, scrollToTheEnd, untilRow } from './frames.ts'
import { inFreshBrowser } from './open-browser.ts'

export interface ListFigures {
  /** From the navigation to the first frame with a row, with everything loaded anew. */
  firstRowMs: number
  scrollGapMs: number
  filterGapMs: number
  /** The longest gap between frames of an idle page, which shows how much of the other gaps the machine causes. */
  idleGapMs: number
}

interface MeasuredList {
  /** The address of the workspace. */
  readonly workspace: string
  readonly tokens: AuthTokens
  readonly rows: number
}

const row = 'tr[data-row-id]'
const scroller = 'section[aria-label="Members"]'

/** Opens the members page of a workspace with this many members, scrolls and filters it. */
export const measureList = ({ workspace, tokens, rows }: MeasuredList): Promise<ListFigures> =>
  inFreshBrowser({ origin: new URL(workspace).origin, tokens }, async (context) => {
    const page = await context.newPage()
    await multiplyMembers(page, rows)
    await page.goto(`${workspace}/members`, { waitUntil: 'commit' })
    const firstRowMs = await page.evaluate(untilRow, row)
    await page.getByText(`of ${rows.toLocaleString('en')} total`).waitFor()
    const idleGapMs = await longestGap(page, () => page.waitForTimeout(2_000))
    const scrollGapMs = await longestGap(page, () => page.evaluate(scrollToTheEnd, scroller))
    const filterGapMs = await longestGap(page, () => filter(page))
    return { firstRowMs, scrollGapMs, filterGapMs, idleGapMs }
  })

/** Multiplies the only member in the messages of the hub before they reach the page. */
async function multiplyMembers(page: Page, count: number): Promise<void> {
  await page.routeWebSocket(/\/workspaces\/hub/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((data) => {
      const message = pushMessage.parse(JSON.parse(String(data)))
      if (message.type === 'pushWorkspace') {
        const [first] = message.workspace.members
        if (!first) throw new Error('The workspace has no member.')
        message.workspace.members = Array.from({ length: count }, (_, index) =>
          index === 0 ? first : { ...first, ...namesOf(index), id: idOf(index), userId: idOf(count + index) },
        )
      }
      socket.send(JSON.stringify(message))
    })
  })
}

const namesOf = (index: number) => ({
  userFirstName: `Member ${String(index).padStart(5, '0')}`,
  userEmailAddress: `member-${index}@release.example`,
})

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** Types a filter that leaves one member, and takes it back. */
async function filter(page: Page): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Filter members' })
  await box.pressSequentially('Member 00042', { delay: 60 })
  await page.getByText('Showing 1 of').waitFor()
  for (let letter = 0; letter < 'Member 00042'.length; letter++) await box.press('Backspace', { delay: 60 })
  await page.waitForTimeout(500)
}
