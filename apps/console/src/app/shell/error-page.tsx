import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

/** What a page shows when it broke. The rest of the console stays usable. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <main className="mx-auto w-full max-w-160 p-6">
      <h1 className="text-20 pb-4 font-semibold tracking-[-0.01em]">This page could not be shown</h1>
      <ErrorPanel
        heading="There was a problem showing this page"
        error={error instanceof Error ? error : new Error(String(error))}
        actions={<Button onClick={tryAgain}>Try again</Button>}
      />
    </main>
  )
}
