import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface AdvancedSettingsProps {
  /** Whether something is wrong in them, which has to be seen. */
  hasErrors: boolean
  children: ReactNode
}

/** The settings that most people leave as they are. */
export function AdvancedSettings({ hasErrors, children }: AdvancedSettingsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Collapsible.Root
      open={isOpen || hasErrors}
      onOpenChange={setOpen}
      className="border-line rounded-md border"
    >
      <Collapsible.Trigger className="group hover:bg-hover flex h-9 w-full cursor-default items-center gap-2 rounded-md px-3 text-left font-semibold">
        <ChevronRight
          aria-hidden
          className="text-fg-3 size-4 transition-transform duration-100 group-data-panel-open:rotate-90"
        />
        Advanced
      </Collapsible.Trigger>
      <Collapsible.Panel className="border-line flex flex-col gap-4 border-t p-3">
        {children}
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}
