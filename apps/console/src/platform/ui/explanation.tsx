import { Popover } from '@base-ui/react/popover'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Says more about the item beside it, when a person asks. */
export function Explanation({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<Button intent="quiet" size="iconSm" aria-label={`About ${subject.toLowerCase()}`} />}
      >
        <Info aria-hidden className="size-3.5!" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-50">
          <Popover.Popup className="bg-surface shadow-pop max-w-80 rounded-lg p-3.5 outline-none">
            <Popover.Title className="pb-1 font-semibold">{subject}</Popover.Title>
            <Popover.Description className="text-fg-2" render={<div />}>
              {children}
            </Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
