import type { ReactNode } from 'react'

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <p className="text-14 font-semibold">{title}</p>
      {children ? <div className="text-fg-2 max-w-96 text-balance">{children}</div> : null}
      {action}
    </div>
  )
}
