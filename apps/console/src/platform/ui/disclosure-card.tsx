import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureCardProps {
  title: string
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** A card that shows its title until a person wants more. */
export function DisclosureCard({ title, isOpenAtFirst = false, children }: DisclosureCardProps) {
  return (
    <Collapsible.Root
      defaultOpen={isOpenAtFirst}
      className="border-line bg-surface rounded-lg border"
      render={<section />}
    >
      <h2>
        <Collapsible.Trigger className="text-14 group hover:bg-hover flex h-11 w-full cursor-default items-center gap-2 rounded-lg px-4 text-left font-semibold">
          <ChevronRight
            aria-hidden
            className="text-fg-3 size-4 transition-transform duration-100 group-data-panel-open:rotate-90"
          />
          {title}
        </Collapsible.Trigger>
      </h2>
      <Collapsible.Panel className="border-line border-t">{children}</Collapsible.Panel>
    </Collapsible.Root>
  )
}
