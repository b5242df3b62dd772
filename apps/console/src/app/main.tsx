import { createRoot } from 'react-dom/client'
import { loadConfig } from '../platform/config.tsx'
import { browserNetwork } from '../platform/network.ts'
import { followSystemTheme } from '../platform/ui/theme.ts'
import { createConsole } from './console.tsx'

async function start(root: HTMLElement) {
  followSystemTheme()
  const config = await loadConfig(browserNetwork)
  createRoot(root).render(createConsole({ network: browserNetwork, config }).page)
}

// After an update of the server the files of an open page are gone. One reload brings the new ones; a second
// failure in a row is a real one and reaches the error page.
const reloadedKey = 'sluice.reloaded'
globalThis.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - last < 30_000) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  event.preventDefault()
  globalThis.location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
start(root).catch((error: unknown) => {
  console.error(error)
  root.textContent = 'The server could not be reached. Check that it runs, then reload the page.'
})
