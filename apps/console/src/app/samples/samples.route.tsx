import { createFileRoute, Link } from '@tanstack/react-router'
import { useConfig } from '../../platform/config.tsx'
import { Mark } from '../../platform/ui/mark.tsx'
import { TooltipProvider } from '../../platform/ui/tooltip.tsx'
import { ThemeMenu } from '../shell/theme-menu.tsx'
import { ButtonSamples } from './button-samples.tsx'
import { DialogSamples } from './dialog-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { MessageSamples } from './message-samples.tsx'
import { StatusSamples } from './status-samples.tsx'
import { TableSamples } from './table-samples.tsx'
import { TextSamples } from './text-samples.tsx'

export const Route = createFileRoute('/samples')({
  component: SamplesPage,
  staticData: { title: 'Samples' },
})

/** Every shared component in every state, with made-up values; nothing here calls the server. */
function SamplesPage() {
  const { productName } = useConfig()
  return (
    <TooltipProvider>
      <header className="border-line bg-surface flex h-12 items-center gap-2 border-b px-4">
        <Link to="/" aria-label={`${productName}, home`} className="rounded-md">
          <Mark />
        </Link>
        <span className="flex-1 font-semibold">{productName}</span>
        <ThemeMenu />
      </header>
      <main className="mx-auto flex w-full max-w-280 flex-col gap-8 px-4 py-6 sm:px-6">
        <div>
          <h1 className="text-24 font-semibold tracking-[-0.015em]">Samples</h1>
          <p className="text-fg-2 pt-1">
            The shared components of the console in every state, with made-up values.
          </p>
        </div>
        <StatusSamples />
        <TextSamples />
        <ButtonSamples />
        <FieldSamples />
        <MessageSamples />
        <DialogSamples />
        <TableSamples />
      </main>
    </TooltipProvider>
  )
}
