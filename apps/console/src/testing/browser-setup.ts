import { beforeAll, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
// Components are tested as they look: a control that lies under another one cannot be clicked.
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import '../platform/ui/theme.css'

// The files of a group share a page, so that each file has to find it as a new one is.
beforeAll(async () => {
  await page.viewport(1280, 800)
})
beforeEach(async () => {
  await cleanup()
})
