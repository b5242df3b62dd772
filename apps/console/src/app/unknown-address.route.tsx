import { createFileRoute, useLocation } from '@tanstack/react-router'
import { NotFoundPage } from './shell/not-found-page.tsx'

/** Every address that no other route has. It stays in the address bar. */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ context }) => context.session.restore().then(noContext, noContext),
  component: UnknownAddress,
  staticData: { title: 'Not found' },
})

const noContext = () => ({})

function UnknownAddress() {
  return <NotFoundPage address={useLocation({ select: ({ href }) => href })} />
}
