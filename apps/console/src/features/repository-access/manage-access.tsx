import type { Stack } from '@sluice/contract/stack'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { onDemand } from '../../platform/ui/on-demand.tsx'

const RepositoryAccessDialog = onDemand(
  async () => (await import('./repository-access-dialog.tsx')).RepositoryAccessDialog,
)

/** Opens the list of people from outside of the workspace who may use the managed repository. */
export function ManageAccess({ stack }: { stack: Stack }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Users aria-hidden /> Manage access
      </Button>
      <RepositoryAccessDialog isOpen={isOpen} onClose={() => setOpen(false)} stack={stack} />
    </>
  )
}
