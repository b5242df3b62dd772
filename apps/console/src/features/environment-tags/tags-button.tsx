import type { Environment } from '@sluice/contract/environment'
import { Tags } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '../../platform/ui/button.tsx'
import { onDemand } from '../../platform/ui/on-demand.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'

const TagsDialog = onDemand(async () => (await import('./tags-dialog.tsx')).TagsDialog)

interface TagsButtonProps extends Pick<ButtonProps, 'size'> {
  environments: readonly Environment[]
  children?: ReactNode
}

/** Opens the tag editor for these environments. */
export function TagsButton({ environments, size, children }: TagsButtonProps) {
  const [edited, setEdited] = useState<readonly Environment[]>([])
  const [count, setCount] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const notAllowed = useNotAllowed()
  const reason = environments.map((each) => notAllowed('updateEnvironment', each)).find(Boolean)
  return (
    <>
      <Button
        size={size}
        disabled={environments.length === 0}
        disabledReason={reason}
        onClick={() => {
          setEdited(environments)
          setCount(count + 1)
          setOpen(true)
        }}
      >
        {children ?? (
          <>
            <Tags aria-hidden /> Tags
          </>
        )}
      </Button>
      {/* A dialog that opens again begins with the tags of now. */}
      <TagsDialog key={count} isOpen={isOpen} onClose={() => setOpen(false)} environments={edited} />
    </>
  )
}
