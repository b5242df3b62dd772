import { Columns3, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { controlClasses } from '../ui/field.tsx'
import { Menu, MenuContent, MenuTrigger } from '../ui/menu.tsx'
import { MenuCheckboxItem, MenuGroup, MenuLabel } from '../ui/menu-group.tsx'
import type { Column } from './column.ts'

/** Actions left, what narrows the list right. */
export function TableToolbar({
  label,
  actions,
  children,
}: {
  label: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div role="toolbar" aria-label={label} className="flex flex-wrap items-center gap-2 pb-3 sm:justify-end">
      {actions}
      <div className="min-w-0 flex-1" />
      {children}
    </div>
  )
}

export function OnlyMine({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <span className="text-fg-2 flex items-center gap-2 px-1">
      <Checkbox id="only-mine" aria-labelledby="only-mine-label" checked={value} onCheckedChange={onChange} />
      <label id="only-mine-label" htmlFor="only-mine">
        Only mine
      </label>
    </span>
  )
}

export function FilterBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (v: string) => void
}) {
  return (
    <div className="relative w-56 max-lg:w-44 max-sm:w-auto max-sm:flex-1 max-sm:basis-[calc(100%-4rem)]">
      <Search aria-hidden className="text-fg-3 pointer-events-none absolute top-2 left-2.5 size-4" />
      <input
        type="search"
        // Of no form: Enter in a search would submit the form around it.
        form="no-form"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`${controlClasses} pl-8`}
      />
    </div>
  )
}

interface ColumnChooserProps {
  columns: readonly Pick<Column<never>, 'id' | 'label' | 'isLocked'>[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

export function ColumnChooser({ columns, hidden, onChange }: ColumnChooserProps) {
  return (
    <Menu>
      <MenuTrigger render={<Button />}>
        <Columns3 aria-hidden /> <span className="max-sm:sr-only">Columns</span>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuGroup>
          <MenuLabel>Visible columns</MenuLabel>
          {columns.map((column) => (
            <MenuCheckboxItem
              key={column.id}
              checked={column.isLocked === true || !hidden.includes(column.id)}
              disabled={column.isLocked === true}
              onCheckedChange={(isShown: boolean) =>
                onChange(isShown ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
              }
            >
              {column.label}
            </MenuCheckboxItem>
          ))}
        </MenuGroup>
      </MenuContent>
    </Menu>
  )
}
