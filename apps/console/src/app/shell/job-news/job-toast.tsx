import type { DisplayStatus } from '@sluice/contract/status-scale'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../platform/ui/button.tsx'
import { StatusIcon } from '../../../platform/ui/status.tsx'
import { linkClasses } from '../../../platform/ui/text-link.tsx'

export interface Toast {
  id: string
  /** The title of the job. */
  title: string
  /** What happened to it, in small letters. */
  text: string
  stackName: string
  status: DisplayStatus
  /** Stays until it is dismissed or its job is opened. */
  isKept: boolean
  params: { workspaceSlug: string; stackSlug: string; jobId: string }
}

/** How long a toast stands that needs no person. */
export const toastMs = 8000

/** One job with its news; the pointer or the focus on it keeps it. */
export function JobToast({ toast, onDismiss }: { toast: Toast; onDismiss: (id: string) => void }) {
  const [isHeld, setHeld] = useState(false)
  const { id, title, text, stackName, status, isKept, params } = toast
  useEffect(() => {
    if (isHeld || isKept) return undefined
    const timer = setTimeout(() => onDismiss(id), toastMs)
    return () => clearTimeout(timer)
  }, [isHeld, isKept, id, onDismiss])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it stays while somebody reads it
    <article
      aria-label={title}
      className="bg-surface shadow-pop pointer-events-auto flex items-start gap-3 rounded-lg py-2.5 pr-2 pl-3.5"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <StatusIcon status={status} className="mt-1" />
      <div className="min-w-0 flex-1 py-0.5">
        <Link
          to="/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId"
          params={params}
          className={`${linkClasses} font-medium wrap-anywhere`}
        >
          {title}
        </Link>
        <p className="text-12 text-fg-2 wrap-anywhere">{`${text.charAt(0).toUpperCase()}${text.slice(1)} · ${stackName}`}</p>
      </div>
      <Button intent="quiet" size="iconSm" aria-label={`Dismiss ${title}`} onClick={() => onDismiss(id)}>
        <X aria-hidden />
      </Button>
    </article>
  )
}
