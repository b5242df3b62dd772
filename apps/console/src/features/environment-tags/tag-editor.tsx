import { limits } from '@sluice/contract/limits'
import { Trash2, Undo2 } from 'lucide-react'
import { type Dispatch, useId, useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { controlClasses } from '../../platform/ui/field.tsx'
import { type EditedTag, readNewName, type TagEvent } from './tag-editor-state.ts'

interface TagEditorProps {
  tags: readonly EditedTag[]
  dispatch: Dispatch<TagEvent>
  isDisabled: boolean
}

/** Names and values of tags, with a field that adds one. */
export function TagEditor({ tags, dispatch, isDisabled }: TagEditorProps) {
  return (
    <div className="flex flex-col gap-3">
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="divide-line flex flex-col divide-y">
          {tags.map((tag) => (
            <TagRow key={tag.name} tag={tag} dispatch={dispatch} isDisabled={isDisabled} />
          ))}
        </ul>
      ) : (
        <p className="text-fg-2">No tags yet.</p>
      )}
      <NewTag tags={tags} isDisabled={isDisabled} onAdd={(name) => dispatch({ kind: 'added', name })} />
    </div>
  )
}

interface TagRowProps {
  tag: EditedTag
  dispatch: Dispatch<TagEvent>
  isDisabled: boolean
}

function TagRow({ tag: { name, value, isMixed, isModified, isDeleted }, dispatch, isDisabled }: TagRowProps) {
  const Icon = isDeleted ? Undo2 : Trash2
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_5.5rem_auto]">
      <span className={isDeleted ? 'text-fg-3 wrap-anywhere line-through' : 'font-medium wrap-anywhere'}>
        {name}
      </span>
      <input
        aria-label={`Value of ${name}`}
        value={isMixed ? '' : (value ?? '')}
        placeholder={isMixed ? 'Differs between environments' : 'No value'}
        maxLength={limits.tagValue}
        disabled={isDisabled || isDeleted}
        onChange={(event) => dispatch({ kind: 'valueChanged', name, value: event.currentTarget.value })}
        className={`${controlClasses} max-sm:order-3 max-sm:col-span-2`}
      />
      <span className="max-sm:order-4 max-sm:col-span-2 max-sm:empty:hidden">
        {isDeleted ? <ToneChip tone="red">Deleted</ToneChip> : null}
        {isModified && !isDeleted ? <ToneChip tone="blue">Modified</ToneChip> : null}
      </span>
      <Button
        intent="quiet"
        size="icon"
        aria-label={isDeleted ? `Keep ${name}` : `Delete ${name}`}
        disabled={isDisabled}
        onClick={() => dispatch({ kind: isDeleted ? 'restored' : 'deleted', name })}
      >
        <Icon aria-hidden />
      </Button>
    </li>
  )
}

interface NewTagProps {
  tags: readonly EditedTag[]
  isDisabled: boolean
  onAdd: (name: string) => void
}

/** Adds the tag when the field is left. */
function NewTag({ tags, isDisabled, onAdd }: NewTagProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = () => {
    const read = readNewName(text, tags)
    if ('problem' in read) return setProblem(read.problem)
    setText('')
    return onAdd(read.name)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        Add a tag
      </label>
      <input
        id={id}
        value={text}
        placeholder="Name"
        disabled={isDisabled}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
        onBlur={() => (text === '' ? setProblem(null) : add())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        className={`${controlClasses} sm:w-72`}
      />
      <p id={`${id}-problem`} role="alert" className="text-12 text-red-text font-medium empty:hidden">
        {problem}
      </p>
    </div>
  )
}
