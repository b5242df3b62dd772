import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

interface DialogProps {
  isOpen: boolean
  /** Called when a person asks to close; a dialog at work stays open. */
  onClose: () => void
  title: string
  description?: ReactNode
  footer: ReactNode
  width?: 'md' | 'lg' | 'xl'
  children?: ReactNode
}

const widths = { md: 'w-136', lg: 'w-180', xl: 'w-256' }

export function Dialog({ isOpen, onClose, title, description, footer, width = 'md', children }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60" />
        <Base.Popup
          className={cn(
            'bg-surface shadow-modal fixed top-[6vh] left-1/2 z-50 flex max-h-[88vh] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col rounded-lg transition-[opacity,translate] duration-150 ease-out outline-none data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0',
            widths[width],
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-16 font-semibold tracking-[-0.01em] wrap-anywhere">
                {title}
              </Base.Title>
              {description ? (
                <Base.Description className="text-fg-2 mt-0.5">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close render={<Button intent="quiet" size="icon" aria-label="Close" className="-mr-2" />}>
              <X />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-1">{children}</div>
          <footer className="flex flex-wrap justify-end gap-2 px-5 py-4 [&>button]:h-auto [&>button]:min-h-8 [&>button]:max-w-full [&>button]:whitespace-normal">
            {footer}
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
