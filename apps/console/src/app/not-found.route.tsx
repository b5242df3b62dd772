import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from './shell/not-found-page.tsx'

export const Route = createFileRoute('/404')({ component: NotFoundPage, staticData: { title: 'Not found' } })
