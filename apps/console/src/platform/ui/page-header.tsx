import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: ReactNode
  badge?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, badge, meta, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3 pb-4">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-20 font-semibold tracking-[-0.01em] wrap-anywhere">{title}</h1>
          {badge}
        </div>
        {meta ? (
          <div className="text-fg-2 mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">{meta}</div>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}
