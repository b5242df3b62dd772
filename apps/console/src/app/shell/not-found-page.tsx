import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useUser } from '../../features/auth/session-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { Mark } from '../../platform/ui/mark.tsx'
import { Shell } from './shell.tsx'

/** Names the address that shows nothing. Who has signed in keeps the shell. */
export function NotFoundPage({ address }: { address?: string | undefined }) {
  const user = useUser()
  const { productName } = useConfig()
  const explanation = <Explanation address={address} />
  if (user) return <Shell>{explanation}</Shell>
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="p-4">
        <Link
          to="/"
          aria-label={`${productName}, home`}
          className="text-16 flex w-fit items-center gap-2 font-semibold"
        >
          <Mark /> {productName}
        </Link>
      </header>
      <main className="flex flex-1 flex-col px-4 pb-16">{explanation}</main>
    </div>
  )
}

function Explanation({ address }: { address: string | undefined }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <div className="m-auto flex w-full max-w-128 flex-col items-center gap-3 py-8 text-center">
      <h1 className="text-20 font-semibold">That's a 404, sorry.</h1>
      <p className="text-fg-2">There is nothing at this address, or it is not for you to see.</p>
      {address === undefined ? null : (
        <p className="bg-sunken border-line text-12 max-h-40 max-w-full overflow-y-auto rounded-md border px-3 py-2 font-mono wrap-anywhere">
          <span className="sr-only">Address: </span>
          {address}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2 pt-1">
        {canGoBack ? <Button onClick={() => router.history.back()}>Go back</Button> : null}
        <Link to="/" className={buttonClasses({ intent: 'primary' })}>
          Go home
        </Link>
      </div>
    </div>
  )
}
