import type { Stack } from '@sluice/contract/stack'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { useAction } from '../../platform/api/use-action.ts'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** Fetched only when a person asks to see it, and never kept. */
export function EncryptionKey({ stack }: { stack: Stack }) {
  const client = useClient()
  const [key, setKey] = useState<string | null>(null)
  const notAllowed = useNotAllowed()('readEncryptionKey', stack)
  const show = useAction(async () => {
    const params = { workspaceId: stack.workspaceId, stackId: stack.id }
    setKey((await client.stacks.getEncryptionKey({ params })).encryptionKey)
  })
  if (!stack.encryptionKeyIsSet) return <>—</>
  if (key !== null) return <CopyText text={key} label="encryption key" className="max-w-full" />
  return (
    <>
      <Button
        size="sm"
        intent="quiet"
        className="-ml-2"
        aria-label="Show encryption key"
        disabledReason={notAllowed}
        isPending={show.isPending}
        onClick={() => void show.run()}
      >
        <Eye aria-hidden /> Show
      </Button>
      <ErrorPanel heading="There was a problem fetching the encryption key" problem={show.problem} />
    </>
  )
}
