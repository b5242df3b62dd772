import {
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
  type LucideIcon,
} from 'lucide-react'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import type { Tone } from './palette.ts'

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
export const statusScale: Record<DisplayStatus, StatusLook> = {
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
