import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export const tooltipDelayMs = 500

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Base.Provider delay={tooltipDelayMs}>{children}</Base.Provider>
)

export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={tooltipDelayMs} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-60">
          <Base.Popup className="bg-fg text-12 text-canvas shadow-pop max-w-72 rounded-md px-2 py-1 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
