import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { popupItemClasses } from './popup-classes.ts'

export const MenuGroup = Base.Group

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
