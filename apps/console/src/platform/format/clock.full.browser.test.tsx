import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { stopTime } from '../../testing/stop-time.ts'
import { useNowBySecond } from './clock.ts'

const Now = () => <p>{useNowBySecond()}</p>

test('a page that is opened after the clock was set back shows the present time', async () => {
  stopTime('clock')
  const later = Date.parse('2026-01-31T13:00:00Z')
  for (const now of [later, later - 3_600_000]) {
    vi.setSystemTime(now)
    const { unmount } = await render(<Now />)
    await expect.element(page.getByText(String(now))).toBeVisible()
    await unmount()
  }
})
