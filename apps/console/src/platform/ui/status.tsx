import type { DisplayStatus } from '@sluice/contract/status-scale'
import {
  type LucideIcon,
  Ban,
  CircleCheck,
  CircleChevronRight,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleX,
  ClockAlert,
  LoaderCircle,
  MessageCircleQuestionMark,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import type { Tone } from './palette.ts'
import { toneClasses } from './tone-classes.ts'

interface StatusIconProps {
  status: DisplayStatus
  isNamed?: boolean
  /** What is under way and does not turn, because something else on the page does. */
  isStill?: boolean
  className?: string
}

/** The glyph alone. It names itself unless its neighbour already says the label. */
export function StatusIcon(props: StatusIconProps) {
  const { icon: Icon, tone, isSpinning, label } = statusScale[props.status]
  const name = props.isNamed ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <Icon
      {...name}
      className={cn(
        'size-4 shrink-0',
        toneClasses[tone].solid,
        isSpinning && !props.isStill && 'animate-spin',
        props.className,
      )}
      strokeWidth={2.25}
    />
  )
}

/** For rows: only Waiting has a tint, because it is the one that asks for a person. */
export function StatusText({ status, label }: { status: DisplayStatus; label?: string }) {
  const isWaiting = status === 'Waiting'
  return (
    <span
      className={cn(
        'inline-flex min-h-6 items-center gap-1.5 sm:whitespace-nowrap',
        isWaiting && 'bg-violet-soft text-violet-text -mx-1.5 rounded-sm px-1.5 font-medium',
      )}
    >
      <StatusIcon status={status} />
      {label ?? statusScale[status].label}
    </span>
  )
}

/** For page headers. */
export function StatusBadge(props: { status: DisplayStatus; label?: string; detail?: ReactNode }) {
  const { status, detail } = props
  const { label, tone } = statusScale[status]
  return (
    <span
      className={cn(
        'text-12 inline-flex h-6 items-center gap-1.5 rounded-sm px-2 font-medium whitespace-nowrap',
        toneClasses[tone].soft,
      )}
    >
      <StatusIcon status={status} className="size-3.5" />
      {props.label ?? label}
      {detail ? <span className="font-normal">{detail}</span> : null}
    </span>
  )
}

interface StatusLook {
  label: string
  icon: LucideIcon
  tone: Tone
  isSpinning?: true
}

/**
 * The one place that gives a status its look. Shape first, label second, hue last: an open ring is under way,
 * a closed circle is over, a speech bubble needs a person, a triangle wants a look.
 */
const statusScale: Record<DisplayStatus, StatusLook> = {
  Unknown: { label: 'Unknown', icon: CircleHelp, tone: 'neutral' },
  Pending: { label: 'Pending...', icon: CircleDashed, tone: 'neutral' },
  Running: { label: 'Running', icon: LoaderCircle, tone: 'blue', isSpinning: true },
  Waiting: { label: 'Waiting', icon: MessageCircleQuestionMark, tone: 'violet' },
  Finished: { label: 'Finished', icon: CircleDot, tone: 'neutral' },
  Succeeded: { label: 'Succeeded', icon: CircleCheck, tone: 'green' },
  Warning: { label: 'Warning', icon: TriangleAlert, tone: 'amber' },
  Failing: { label: 'Failing', icon: LoaderCircle, tone: 'red', isSpinning: true },
  Failed: { label: 'Failed', icon: CircleX, tone: 'red' },
  Cancelling: { label: 'Cancelling...', icon: LoaderCircle, tone: 'orange', isSpinning: true },
  Cancelled: { label: 'Cancelled', icon: Ban, tone: 'neutral' },
  Skipped: { label: 'Skipped', icon: CircleChevronRight, tone: 'neutral' },
  TimedOut: { label: 'Timed out', icon: ClockAlert, tone: 'orange' },
}
