import { Info, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { toneClasses } from './tone-classes.ts'

const kinds = {
  info: { icon: Info, tone: 'blue', role: 'status' },
  warning: { icon: TriangleAlert, tone: 'amber', role: 'status' },
  error: { icon: OctagonX, tone: 'red', role: 'alert' },
} as const

interface NoticeProps {
  kind: keyof typeof kinds
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  className?: string
}

export function Notice({ kind, title, children, actions, className }: NoticeProps) {
  const { icon: Icon, tone, role } = kinds[kind]
  return (
    <div
      role={role}
      className={cn('flex gap-3 rounded-lg border px-4 py-3', toneClasses[tone].panel, className)}
    >
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-4 shrink-0', toneClasses[tone].solid)}
        strokeWidth={2.25}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-semibold wrap-anywhere">{title}</p>
          {children}
        </div>
        {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
      </div>
    </div>
  )
}
