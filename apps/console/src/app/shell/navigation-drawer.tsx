import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { Navigation } from './navigation.tsx'

/** The sidebar of narrow pages. It closes when it has led somewhere. */
export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', onClose), [router, onClose])
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 lg:hidden dark:bg-black/60" />
        <Dialog.Popup className="bg-canvas shadow-modal fixed inset-y-0 left-0 z-50 flex w-64 max-w-[85vw] flex-col transition-transform duration-150 outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full lg:hidden">
          <div className="border-line flex h-12 items-center justify-between border-b pr-2 pl-4">
            <Dialog.Title className="text-14 font-semibold">Navigation</Dialog.Title>
            <Dialog.Close render={<Button intent="quiet" size="icon" aria-label="Close navigation" />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-1 overflow-y-auto">
            <Navigation />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
