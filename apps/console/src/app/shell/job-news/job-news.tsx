import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatus, displayStatusText, isUnfinished } from '@sluice/contract/job-rules'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { entities } from '../../../entities.ts'
import { useUser } from '../../../features/auth/session-context.tsx'
import { useJobTitle } from '../../../features/jobs/use-job-title.ts'
import { notifyOnDesktop } from '../../../platform/desktop-notifications.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { StatusIcon } from '../../../platform/ui/status.tsx'
import { linkClasses } from '../../../platform/ui/text-link.tsx'

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

interface Toast {
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
const toastMs = 8000

/** One job with its news; the pointer or the focus on it keeps it. */
function JobToast({ toast, onDismiss }: { toast: Toast; onDismiss: (id: string) => void }) {
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

/** Calls the listener with what happens to jobs from now on, once the state of the workspace is here. */
function useJobChanges(listener: (changes: JobChange[]) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    let seen: SeenJobs | null = null
    const look = () => {
      if (entities.readiness.get('state') === undefined) {
        seen = null
        return
      }
      const { rows } = entities.jobs
      const changes = seen === null ? [] : changesSince(seen, rows, Date.now())
      seen = seeJobs(rows)
      if (changes.length > 0) latest.current(changes)
    }
    look()
    const stops = [entities.jobs.subscribe(look), entities.readiness.subscribe(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** Something that happened to a job and that a person may want to know at once. */
interface JobChange {
  kind: 'ended' | 'asks'
  job: JobWithNotices
}

/** What was known of a job at the last look. */
interface SeenJob {
  isOver: boolean
  asks: boolean
}
type SeenJobs = ReadonlyMap<string, SeenJob>

const asksNow = (job: JobWithNotices): boolean => isUnfinished(job) && job.hasPendingInquiries
const seenOf = (job: JobWithNotices): SeenJob => ({ isOver: !isUnfinished(job), asks: asksNow(job) })

export const seeJobs = (rows: ReadonlyMap<string, JobWithNotices>): SeenJobs =>
  new Map([...rows.values()].map((job) => [job.id, seenOf(job)]))

/** A job that is first seen as ended is news only while its end is fresh: old ones are pushed too. */
const freshMs = 60_000

/** What has happened to the jobs since they were seen. */
export function changesSince(
  seen: SeenJobs,
  rows: ReadonlyMap<string, JobWithNotices>,
  now: number,
): JobChange[] {
  const changes: JobChange[] = []
  for (const job of rows.values()) {
    const before = seen.get(job.id)
    const after = seenOf(job)
    const isFresh = job.endedUtc !== null && now - Date.parse(job.endedUtc) < freshMs
    if (after.isOver && (before === undefined ? isFresh : !before.isOver))
      changes.push({ kind: 'ended', job })
    else if (after.asks && before?.asks !== true) changes.push({ kind: 'asks', job })
  }
  return changes
}
