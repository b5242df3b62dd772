import { Select } from '../../platform/ui/select.tsx'

const items = { Active: 'Active', Removed: 'Removed', All: 'All' } as const
export type MemberStatusChoice = keyof typeof items

/** The choices that differ from the default. */
export const memberStatusLabels = { Removed: items.Removed, All: items.All }

/** The stored choice; what an older release stored, or nothing, is the default. */
export const statusChoice = (stored: string): MemberStatusChoice =>
  stored === 'Removed' || stored === 'All' ? stored : 'Active'

interface MemberStatusFilterProps {
  value: MemberStatusChoice
  /** Gives the value to keep; that of the default is empty. */
  onChange: (value: '' | keyof typeof memberStatusLabels) => void
}

export const MemberStatusFilter = ({ value, onChange }: MemberStatusFilterProps) => (
  <Select
    aria-label="Status"
    className="w-32 max-sm:w-full"
    items={items}
    value={value}
    onValueChange={(chosen) => onChange(chosen === 'Active' ? '' : chosen)}
  />
)
