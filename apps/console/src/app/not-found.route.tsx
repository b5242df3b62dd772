import { createFileRoute } from '@tanstack/react-router'
import { notFoundSearch } from '../platform/not-found.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'

export const Route = createFileRoute('/404')({
  validateSearch: notFoundSearch,
  // A visitor sees the page too, and so does a person whose sign-in cannot be checked now.
  beforeLoad: ({ context }) => context.session.restore().then(noContext, noContext),
  component: NotFoundRoute,
  staticData: { title: 'Not found' },
})

const noContext = () => ({})

function NotFoundRoute() {
  return <NotFoundPage address={Route.useSearch().from} />
}
