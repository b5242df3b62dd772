import { Link } from '@tanstack/react-router'
import { linkClasses } from '../../platform/ui/text-link.tsx'

export function NotFoundPage() {
  return (
    <main className="grid min-h-96 flex-1 place-items-center p-8 text-center">
      <div>
        <h1 className="text-20 font-semibold">That's a 404, sorry.</h1>
        <p className="text-fg-2 pt-2">
          There is nothing at this address, or it is not for you to see.{' '}
          <Link to="/" className={linkClasses}>
            Go home
          </Link>
        </p>
      </div>
    </main>
  )
}
