import { compareForPicker, type Environment } from '@sluice/contract/environment'
import { type Ref, useMemo } from 'react'
import { Field } from '../../platform/ui/field.tsx'
import { MultiCombobox } from '../../platform/ui/multi-combobox.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import {
  excludeModes,
  includeModes,
  type SelectionForm,
  type SelectionMode,
} from './environment-filter-form.ts'

/** One selection of a form, as `useController` of that form binds it. */
interface BoundSelection {
  field: { value: SelectionForm; onChange: (value: SelectionForm) => void; ref: Ref<HTMLInputElement> }
  fieldState: { error?: { message?: string | undefined } | undefined }
}

interface EnvironmentPickerProps {
  include: BoundSelection
  thenExclude: BoundSelection
  /** Flows are for initialized environments; a sandbox can be picked for deletion whatever its state. */
  offers?: 'initialized' | 'sandboxes'
  /** What the job calls them. */
  label?: string
}

const isOffered = {
  initialized: (each: Environment) => each.isInitialized,
  sandboxes: (each: Environment) => !each.isProduction,
}

function useOffered(offers: keyof typeof isOffered): readonly Environment[] {
  const all = useStackEnvironments()
  return useMemo(() => all.filter(isOffered[offers]).toSorted(compareForPicker), [all, offers])
}

/** Which environments a job is for: what to include, then what to leave out of it. */
export function EnvironmentPicker({
  include,
  thenExclude,
  offers = 'initialized',
  label = 'Environments',
}: EnvironmentPickerProps) {
  const environments = useOffered(offers)
  return (
    <div className="grid gap-4">
      <SelectionInput
        label={label}
        modeLabel="Include"
        modes={offers === 'sandboxes' ? { ...includeModes, All: 'All sandboxes' } : includeModes}
        selection={include}
        environments={environments}
      />
      <SelectionInput
        label="Excluded environments"
        modeLabel="Then exclude"
        modes={excludeModes}
        selection={thenExclude}
        environments={environments}
      />
    </div>
  )
}

const optionOf = (environment: Environment) => ({
  value: environment.id,
  label: environment.name,
  detail: environment.isProduction ? <ProductionChip /> : null,
})

interface SourcePickerProps {
  field: { value: string[]; onChange: (ids: string[]) => void; ref: Ref<HTMLInputElement> }
  fieldState: BoundSelection['fieldState']
}

/** The one environment that a job takes metadata from. */
export function SourcePicker({ field, fieldState }: SourcePickerProps) {
  const environments = useOffered('initialized')
  return (
    <Field name="Source environment" label="Source environment" error={fieldState.error?.message}>
      <MultiCombobox
        options={environments.map(optionOf)}
        value={field.value}
        onValueChange={(ids) => field.onChange([...ids])}
        placeholder="Choose an environment"
        emptyText="No environment matches."
        inputRef={field.ref}
      />
    </Field>
  )
}

interface SelectionInputProps {
  label: string
  modeLabel: string
  modes: Readonly<Partial<Record<SelectionMode, string>>>
  selection: BoundSelection
  environments: readonly Environment[]
}

function SelectionInput(props: SelectionInputProps) {
  const { label, modeLabel, modes, selection, environments } = props
  const { value, onChange, ref } = selection.field
  const error = selection.fieldState.error?.message
  const isMode = (text: string): text is SelectionMode => text in modes
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Field name={`${modeLabel} mode`} label={modeLabel}>
        <Select<string>
          items={modes}
          value={value.mode}
          onValueChange={(mode) => {
            if (isMode(mode)) onChange({ ...value, mode })
          }}
        />
      </Field>
      {value.mode === 'Environments' ? (
        <Field name={label} label={label} error={error}>
          <MultiCombobox
            options={environments.map(optionOf)}
            value={value.ids}
            onValueChange={(ids) => onChange({ ...value, ids })}
            placeholder="Choose environments"
            emptyText="No environment matches."
            inputRef={ref}
          />
        </Field>
      ) : null}
      {value.mode === 'Tags' ? (
        <Field name={`${label} tags`} label={`Tags of ${label.toLowerCase()}`} error={error}>
          <TagPicker
            environments={environments}
            value={value.tags}
            onChange={(tags) => onChange({ ...value, tags })}
          />
        </Field>
      ) : null}
    </div>
  )
}

interface TagPickerProps {
  environments: readonly Environment[]
  value: SelectionForm['tags']
  onChange: (tags: SelectionForm['tags']) => void
}

/** Offers the tags that the environments have; an environment must have all that are chosen. */
function TagPicker({ environments, value, onChange }: TagPickerProps) {
  const known = new Map<string, { name: string; value: string | null }>()
  for (const each of environments)
    for (const [name, text] of Object.entries(each.tags))
      known.set(keyOf({ name, value: text }), { name, value: text })
  for (const chosen of value) known.set(keyOf(chosen), chosen)
  const options = [...known.entries()].map(([key, tag]) => ({
    value: key,
    label: tag.value === null ? tag.name : key,
  }))
  return (
    <MultiCombobox
      options={options}
      value={value.map(keyOf)}
      // Of two values of one tag no environment has both: the one chosen last replaces the other.
      onValueChange={(keys) => onChange([...new Map(keys.flatMap((key) => pairOf(known.get(key)))).values()])}
      placeholder="Choose tags"
      emptyText="No tag matches."
    />
  )
}

const keyOf = (tag: { name: string; value: string | null }): string => `${tag.name}: ${tag.value ?? ''}`
const pairOf = <G extends { name: string }>(tag: G | undefined): [string, G][] =>
  tag ? [[tag.name, tag]] : []
