import { Popover } from '@base-ui/react/popover'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** A small button that explains its neighbour. */
export function Explain({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`About ${label}`}
        className="text-fg-3 hover:bg-hover hover:text-fg grid size-6 shrink-0 place-items-center rounded-full"
      >
        <Info aria-hidden className="size-3.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-60">
          <Popover.Popup className="bg-surface text-fg-2 shadow-pop max-w-80 rounded-lg p-3 outline-none">
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
