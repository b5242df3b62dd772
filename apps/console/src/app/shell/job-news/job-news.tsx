import { displayStatus, displayStatusText } from '@sluice/contract/job-rules'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { entities } from '../../../entities.ts'
import { useUser } from '../../../features/auth/session-context.tsx'
import { useJobTitle } from '../../../features/jobs/use-job-title.ts'
import { notifyOnDesktop } from '../../../platform/desktop-notifications.ts'
import type { JobChange } from './job-changes.ts'
import { JobToast, type Toast } from './job-toast.tsx'
import { useJobChanges } from './use-job-changes.ts'

/** So many toasts stand at a time; older ones go first. */
const mostToasts = 4

/** Tells when a job that the person has started, or is looking at, ends or asks. */
export function JobNews() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [announcement, setAnnouncement] = useState({ count: 0, text: '' })
  const user = useUser()
  const { workspaceSlug, jobId: openJobId } = useParams({ strict: false })
  const toastOf = useToastOf(workspaceSlug)
  const open = useOpenJob()
  useJobChanges((changes) => {
    const isMine = ({ job }: JobChange) => user !== null && job.createdByUserId === user.id
    const said = changes.filter((change) => change.job.id === openJobId || isMine(change)).flatMap(toastOf)
    if (said.length === 0) return
    setAnnouncement(({ count }) => ({
      count: count + 1,
      text: said.map(({ title, text }) => `${title}: ${text}`).join('. '),
    }))
    const mine = changes.filter(isMine).flatMap(toastOf)
    const isLooking = document.visibilityState === 'visible' && document.hasFocus()
    for (const toast of isLooking ? [] : mine)
      notifyOnDesktop({ title: toast.title, body: toast.text, tag: toast.id, onClick: () => open(toast) })
    const elsewhere = mine.filter(({ params }) => params.jobId !== openJobId)
    const isOlder = (toast: Toast) => !elsewhere.some(({ params }) => params.jobId === toast.params.jobId)
    setToasts((before) => [...before.filter(isOlder), ...elsewhere].slice(-mostToasts))
  })
  const dismiss = useCallback((id: string) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  return (
    <>
      <output aria-live="polite" aria-label="Jobs" className="sr-only">
        {/* The same words twice are said twice. */}
        <span key={announcement.count}>{announcement.text}</span>
      </output>
      <section
        aria-label="Notifications"
        className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 empty:hidden print:hidden"
      >
        {toasts
          .filter(({ params }) => params.jobId !== openJobId)
          .map((toast) => (
            <JobToast key={toast.id} toast={toast} onDismiss={dismiss} />
          ))}
      </section>
    </>
  )
}

/** What is said of a change; nothing when its stack has just been deleted. */
function useToastOf(workspaceSlug: string | undefined) {
  const titleOf = useJobTitle()
  return ({ kind, job }: JobChange): Toast[] => {
    const stack = entities.stacks.get(job.stackId)
    if (workspaceSlug === undefined || stack === undefined) return []
    const status = kind === 'asks' ? 'Waiting' : displayStatus(job)
    const text = kind === 'asks' ? 'waits for your input' : displayStatusText(job).toLowerCase()
    return [
      {
        id: `${job.id} ${kind}`,
        title: titleOf(job),
        text,
        stackName: stack.name,
        status,
        isKept: kind === 'asks' || job.outcome === 'Failed' || job.outcome === 'TimedOut',
        params: { workspaceSlug, stackSlug: stack.slug, jobId: job.id },
      },
    ]
  }
}

function useOpenJob() {
  const router = useRouter()
  return ({ params }: Toast) =>
    void router.navigate({ to: '/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId', params })
}
