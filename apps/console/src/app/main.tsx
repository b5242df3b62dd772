import { createRoot } from 'react-dom/client'
import { useEffect } from 'react'
import { loadConfig } from '../platform/config.tsx'
import { waitsForCode } from '../platform/load-code.ts'
import { browserNetwork } from '../platform/network.ts'
import { followTheme } from '../platform/ui/theme.ts'
import { createConsole } from './console.tsx'
import { prefetchLikelyCode } from './likely-pages.ts'

async function start(root: HTMLElement) {
  followTheme()
  const config = await loadConfig(browserNetwork)
  const { router, page } = createConsole({ network: browserNetwork, config })
  // The frame that the document painted stays until a page can take its place, or has to say why it cannot come yet.
  await Promise.race([router.load(), waitsForCode()])
  createRoot(root).render(
    <>
      {page}
      <Shown onShown={() => document.getElementById('shell')?.remove()} />
    </>,
  )
  prefetchLikelyCode((id) => router.loadRouteChunk(router.routesById[id])).catch((error: unknown) =>
    console.warn('Code could not be prefetched.', error),
  )
}

function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return null
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')
start(root).catch((error: unknown) => {
  console.error(error)
  root.textContent = 'The server could not be reached. Check that it runs, then reload the page.'
})
