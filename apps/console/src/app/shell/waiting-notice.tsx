import { useIsWaitingForCode } from '../../platform/load-code.ts'
import { Notice } from '../../platform/ui/notice.tsx'

/** Says why a page that was asked for does not come yet. */
export function WaitingNotice() {
  if (!useIsWaitingForCode()) return null
  return (
    <div className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-120">
      <Notice
        kind="warning"
        className="shadow-pop"
        title="The server does not answer. The page opens as soon as it does."
      />
    </div>
  )
}
