import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupClasses, popupItemClasses } from './popup-classes.ts'

export const Menu = Base.Root
export const MenuTrigger = Base.Trigger

export function MenuContent({ children, align = 'start' }: { children: ReactNode; align?: 'start' | 'end' }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
        <Base.Popup className={popupClasses}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

export function MenuItem({
  className,
  ...props
}: Omit<Base.Item.Props, 'className'> & { className?: string }) {
  return <Base.Item className={cn(popupItemClasses, className)} {...props} />
}

/** An item that leaves the console, or opens the mail program. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  const isPage = href.startsWith('http')
  return (
    <Base.Item
      className={popupItemClasses}
      render={
        <a href={href} {...(isPage ? { target: '_blank', rel: 'noreferrer' } : {})}>
          {children}
        </a>
      }
    />
  )
}
