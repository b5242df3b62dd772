import { compareForPicker, type Environment } from '@sluice/contract/environment'
import { useMemo } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from '../../platform/ui/field.tsx'
import { MultiCombobox } from '../../platform/ui/multi-combobox.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { useStackEnvironments } from '../environments/use-stack-environments.ts'
import {
  type EnvironmentFilterForm,
  excludeModes,
  includeModes,
  type SelectionForm,
  type SelectionMode,
} from './environment-filter-form.ts'

interface EnvironmentPickerProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, EnvironmentFilterForm>
  /** Uninitialized environments can be picked too. */
  allowsUninitialized?: boolean
}

/** Which environments a job is for: what to include, then what to leave out of it. */
export function EnvironmentPicker<V extends FieldValues, T>(props: EnvironmentPickerProps<V, T>) {
  const { control, name, allowsUninitialized = false } = props
  const { field, fieldState } = useController({ control, name })
  const value: EnvironmentFilterForm = field.value
  const all = useStackEnvironments()
  const environments = useMemo(
    () => all.filter((each) => allowsUninitialized || each.isInitialized).toSorted(compareForPicker),
    [all, allowsUninitialized],
  )
  const errors = messagesOf(fieldState.error)
  return (
    <div className="grid gap-4">
      <SelectionInput
        label="Environments"
        modeLabel="Include"
        modes={includeModes}
        value={value.include}
        environments={environments}
        error={errors.include}
        inputRef={field.ref}
        onChange={(include) => field.onChange({ ...value, include })}
      />
      <SelectionInput
        label="Excluded environments"
        modeLabel="Then exclude"
        modes={excludeModes}
        value={value.thenExclude}
        environments={environments}
        error={errors.thenExclude}
        onChange={(thenExclude) => field.onChange({ ...value, thenExclude })}
      />
    </div>
  )
}

const at = (tree: unknown, key: string): unknown =>
  typeof tree === 'object' && tree !== null ? Reflect.get(tree, key) : undefined

/** The error of a nested field arrives as a tree of the same shape as the value. */
function messagesOf(error: object | undefined): {
  include: string | undefined
  thenExclude: string | undefined
} {
  const messageOf = (part: string) => {
    const found = ['ids', 'tags'].map((key) => at(at(at(error, part), key), 'message'))
    return found.find((message): message is string => typeof message === 'string')
  }
  return { include: messageOf('include'), thenExclude: messageOf('thenExclude') }
}

interface SelectionInputProps {
  label: string
  modeLabel: string
  modes: Readonly<Partial<Record<SelectionMode, string>>>
  value: SelectionForm
  environments: readonly Environment[]
  error: string | undefined
  inputRef?: React.Ref<HTMLInputElement>
  onChange: (value: SelectionForm) => void
}

function SelectionInput(props: SelectionInputProps) {
  const { label, modeLabel, modes, value, environments, error, inputRef, onChange } = props
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
            options={environments.map((each) => ({
              value: each.id,
              label: each.name,
              detail: each.isProduction ? <ProductionChip /> : null,
            }))}
            value={value.ids}
            onValueChange={(ids) => onChange({ ...value, ids })}
            placeholder="Choose environments"
            emptyText="No environment matches."
            {...(inputRef ? { inputRef } : {})}
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
