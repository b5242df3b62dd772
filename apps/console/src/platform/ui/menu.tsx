import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export const Menu = Base.Root
export const MenuTrigger = Base.Trigger
export const MenuGroup = Base.Group

export const popupClasses =
  'max-h-[min(18rem,var(--available-height))] min-w-48 overflow-y-auto rounded-lg bg-surface p-1 shadow-pop outline-none transition-[opacity,scale] duration-100 origin-(--transform-origin) data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
export const popupItemClasses =
  'flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover data-disabled:text-fg-disabled [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-3'

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

export function MenuCheckboxItem({ children, ...props }: Omit<Base.CheckboxItem.Props, 'className'>) {
  return (
    <Base.CheckboxItem className={cn(popupItemClasses, 'grid grid-cols-[1rem_1fr]')} {...props}>
      <Base.CheckboxItemIndicator>
        <Check />
      </Base.CheckboxItemIndicator>
      <span className="col-start-2">{children}</span>
    </Base.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Base.GroupLabel className="text-11 text-fg-3 px-2 pt-1.5 pb-1 font-medium tracking-wide">
      {children}
    </Base.GroupLabel>
  )
}

export const MenuSeparator = () => <Base.Separator className="bg-line mx-2 my-1 h-px" />
