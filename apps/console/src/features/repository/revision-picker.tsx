import { useQuery } from '@tanstack/react-query'
import { shortHash } from '../../platform/format/commit-hash.ts'
import { Select } from '../../platform/ui/select.tsx'
import { branchListQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

interface RevisionPickerProps {
  label: string
  /** A branch, or a commit by its hash. */
  revision: string
  onChange: (branch: string) => void
}

/** Chooses another branch. A commit that was opened by its hash stays in the list. */
export function RevisionPicker({ label, revision, onChange }: RevisionPickerProps) {
  const { data } = useQuery(branchListQuery(useRepositorySource()))
  const names = data?.branches.map(({ name }) => name) ?? []
  const all = names.includes(revision) ? names : [revision, ...names]
  const items = Object.fromEntries(all.map((name) => [name, labelOf(name)]))
  return (
    <Select
      aria-label={label}
      items={items}
      value={revision}
      onValueChange={onChange}
      className="w-56 max-w-full"
    />
  )
}

const labelOf = (revision: string): string =>
  /^[0-9a-f]{40}$/.test(revision) ? `Commit ${shortHash(revision)}` : visibleText(revision)
