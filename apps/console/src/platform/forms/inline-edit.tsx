import { Pencil } from 'lucide-react'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useReducer,
  useRef,
} from 'react'
import type { z } from 'zod'
import { saveErrorMessage } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { controlClasses } from '../ui/field.tsx'

interface InlineEditProps {
  /** What is edited, as in "Edit name". */
  label: string
  entity: string
  value: string | null
  /** How the value shows while it is not edited. */
  view?: ReactNode
  schema: z.ZodType<string | null, string | null>
  type?: 'text' | 'email' | 'tel' | 'url' | 'password'
  /** Shows a text area of this many rows, for a value of several lines. */
  rows?: number
  /** Saves although the value is the same, for example a password that is never shown. */
  isSavedUnchanged?: boolean
  disabledReason?: string | null
  onSave: (value: string | null) => Promise<void>
}

/** A value that is edited where it stands. */
export function InlineEdit(props: InlineEditProps) {
  const { label, entity, value, schema, onSave } = props
  const [state, dispatch] = useReducer(nextInlineEditState, { kind: 'view' })
  const pencil = useRef<HTMLButtonElement>(null)
  const isCommitting = state.kind === 'committing'
  useEffect(() => {
    if (!isCommitting) return undefined
    const timer = setTimeout(() => dispatch({ kind: 'timedOut' }), commitResetMs)
    return () => clearTimeout(timer)
  }, [isCommitting])

  const close = () => {
    dispatch({ kind: 'cancelled' })
    requestAnimationFrame(() => pencil.current?.focus())
  }
  const commit = async (draft: string) => {
    const parsed = schema.safeParse(draft)
    if (!parsed.success) return dispatch({ kind: 'failed', error: refusalOf(draft, parsed.error) })
    if (parsed.data === value && !props.isSavedUnchanged) return close()
    dispatch({ kind: 'committed' })
    try {
      await onSave(parsed.data)
      dispatch({ kind: 'saved' })
      requestAnimationFrame(() => pencil.current?.focus())
    } catch (error) {
      dispatch({ kind: 'failed', error: saveErrorMessage(error, { property: label.toLowerCase(), entity }) })
    }
    return undefined
  }

  if (state.kind === 'view')
    return (
      <ViewedValue
        {...props}
        pencil={pencil}
        onOpen={() => dispatch({ kind: 'opened', value: props.isSavedUnchanged ? '' : (value ?? '') })}
      />
    )
  return (
    <EditForm
      label={label}
      type={props.type ?? 'text'}
      {...(props.rows ? { rows: props.rows } : {})}
      draft={state.draft}
      error={state.kind === 'edit' ? state.error : null}
      isCommitting={isCommitting}
      onType={(draft) => dispatch({ kind: 'typed', draft })}
      onCancel={close}
      onCommit={() => void commit(state.draft)}
    />
  )
}

/** What is wrong with a draft. An empty one needs no word about its format. */
const refusalOf = (draft: string, { issues }: z.ZodError): string =>
  draft.trim() === '' || issues[0] === undefined ? 'You must enter a value.' : issues[0].message

interface ViewedValueProps extends InlineEditProps {
  pencil: React.RefObject<HTMLButtonElement | null>
  onOpen: () => void
}

function ViewedValue({ label, value, view, disabledReason, pencil, onOpen }: ViewedValueProps) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span className="min-w-0 wrap-anywhere">{view ?? (value || <span className="text-fg-3">—</span>)}</span>
      <Button
        ref={pencil}
        intent="quiet"
        size="iconSm"
        aria-label={`Edit ${label.toLowerCase()}`}
        disabledReason={disabledReason}
        onClick={onOpen}
      >
        <Pencil aria-hidden className="size-3.5!" />
      </Button>
    </span>
  )
}

interface EditFormProps {
  label: string
  type: string
  rows?: number
  draft: string
  error: string | null
  isCommitting: boolean
  onType: (draft: string) => void
  onCancel: () => void
  onCommit: () => void
}

function EditForm(props: EditFormProps) {
  const errorId = useId()
  const control = {
    // The control replaces the text that was just clicked.
    autoFocus: true,
    'aria-label': props.label,
    'aria-invalid': props.error !== null,
    'aria-describedby': props.error ? errorId : undefined,
    spellCheck: false,
    value: props.draft,
    disabled: props.isCommitting,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') props.onCancel()
    },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onType(event.currentTarget.value),
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-center gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        props.onCommit()
      }}
    >
      {props.rows ? (
        <textarea
          {...control}
          rows={props.rows}
          className={`${controlClasses} text-12 h-auto w-full py-1.5 font-mono`}
        />
      ) : (
        <input {...control} type={props.type} className={`${controlClasses} max-w-72 basis-40 grow`} />
      )}
      <Button intent="primary" size="sm" type="submit" isPending={props.isCommitting}>
        Save
      </Button>
      <Button size="sm" disabled={props.isCommitting} onClick={props.onCancel}>
        Cancel
      </Button>
      {props.error ? (
        <p id={errorId} role="alert" className="text-12 text-red-text w-full font-medium">
          {props.error}
        </p>
      ) : null}
    </form>
  )
}

/** How long a save may run before the control gives up waiting and returns to the input. */
const commitResetMs = 20_000

export type InlineEditState =
  | { kind: 'view' }
  | { kind: 'edit'; draft: string; error: string | null }
  | { kind: 'committing'; draft: string }

export type InlineEditEvent =
  | { kind: 'opened'; value: string }
  | { kind: 'typed'; draft: string }
  | { kind: 'cancelled' }
  | { kind: 'committed' }
  | { kind: 'saved' }
  | { kind: 'failed'; error: string }
  | { kind: 'timedOut' }

export function nextInlineEditState(state: InlineEditState, event: InlineEditEvent): InlineEditState {
  switch (event.kind) {
    case 'opened':
      return state.kind === 'view' ? { kind: 'edit', draft: event.value, error: null } : state
    case 'typed':
      return state.kind === 'edit' ? { ...state, draft: event.draft } : state
    case 'cancelled':
      return state.kind === 'edit' ? { kind: 'view' } : state
    case 'committed':
      return state.kind === 'edit' ? { kind: 'committing', draft: state.draft } : state
    case 'saved':
      return { kind: 'view' }
    case 'failed':
      return state.kind === 'view' ? state : { kind: 'edit', draft: state.draft, error: event.error }
    case 'timedOut':
      return state.kind === 'committing' ? { kind: 'edit', draft: state.draft, error: null } : state
    default:
      return event satisfies never
  }
}
