import { RotateCcw } from 'lucide-react'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { useConnectionStatus, useHub } from './hub-context.tsx'

export function ConnectionBanner() {
  const hub = useHub()
  const { state, hasFailed } = useConnectionStatus()
  if (hasFailed)
    return (
      <Notice
        kind="error"
        className="mb-4"
        title="The connection to the server failed"
        actions={
          <Button size="sm" onClick={() => hub.tryAgain()}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        }
      />
    )
  if (state !== 'Reconnecting') return null
  return (
    <Notice
      kind="warning"
      className="mb-4"
      title="The connection to the server was interrupted. Trying to reconnect..."
    />
  )
}
