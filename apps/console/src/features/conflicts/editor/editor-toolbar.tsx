import type { ConflictFile, ConflictFileVersion } from '@sluice/contract/conflict'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { cn } from '../../../platform/ui/cn.ts'
import { useConflictActions } from '../conflict-context.tsx'
import { pressedClasses } from '../resolution-rules.ts'
import type { SideNames } from '../side-names.ts'
import { goToConflict } from './conflict-blocks.ts'
import type { Editor, EditorFacts } from './editor.ts'

export type ComparedVersion = Exclude<ConflictFileVersion, 'Target'>
const comparedVersions: readonly ComparedVersion[] = ['Local', 'Base', 'Remote', 'Orig']
const conflictsFirst = 'Resolve the conflicts in the text first.'

/** An unresolved conflict is unchanged since the original, so that the comparison would collapse it. */
export const canCompareWithOriginal = ({ conflictCount }: EditorFacts): boolean => conflictCount === 0

/** The label of a version on its button. */
export function labelOf(version: ComparedVersion, { local, remote }: SideNames): string {
  return { Local: local, Base: 'Base', Remote: remote, Orig: 'Original' }[version]
}

interface ShownComparison {
  version: ComparedVersion
  setVersion: (version: ComparedVersion) => void
  isCollapsed: boolean
  setCollapsed: (isCollapsed: boolean) => void
}

interface EditorToolbarProps {
  file: ConflictFile
  editor: Editor | null
  facts: EditorFacts
  language: string
  comparison: ShownComparison
}

/** What is left to do in a file, how it is shown, and the button that accepts it. */
export function EditorToolbar({ file, editor, facts, language, comparison }: EditorToolbarProps) {
  return (
    <div role="toolbar" aria-label="Editor" className="flex flex-wrap items-center gap-2 px-3 py-2">
      <Conflicts editor={editor} count={facts.conflictCount} />
      <DraftState fileId={file.id} />
      <div className="min-w-0 flex-1" />
      <span className="text-12 text-fg-2">{language}</span>
      <ComparisonControls file={file} facts={facts} comparison={comparison} />
      <AcceptButtons file={file} editor={editor} facts={facts} />
    </div>
  )
}

function Conflicts({ editor, count }: { editor: Editor | null; count: number }) {
  const go = (step: 1 | -1) => () => (editor ? goToConflict(editor.view, step) : undefined)
  return (
    <>
      <output className="text-12 font-medium">
        {count === 0 ? 'No conflicts left' : `${plural(count, 'conflict')} left`}
      </output>
      <Button
        size="iconSm"
        intent="quiet"
        aria-label="Previous conflict"
        aria-keyshortcuts="Shift+F8"
        disabled={count === 0}
        onClick={go(-1)}
      >
        <ChevronUp aria-hidden />
      </Button>
      <Button
        size="iconSm"
        intent="quiet"
        aria-label="Next conflict"
        aria-keyshortcuts="F8"
        disabled={count === 0}
        onClick={go(1)}
      >
        <ChevronDown aria-hidden />
      </Button>
    </>
  )
}

const draftTexts = { unsaved: 'Not saved yet', saving: 'Saving...', failed: 'Not saved', held: 'Not saved' }

function DraftState({ fileId }: { fileId: string }) {
  const { drafts } = useConflictActions()
  const state = useSyncExternalStore(drafts.subscribe, () => drafts.all().get(fileId)?.state)
  return <output className="text-12 text-fg-2">{state === undefined ? 'Saved' : draftTexts[state]}</output>
}

function ComparisonControls({
  file,
  facts,
  comparison,
}: Pick<EditorToolbarProps, 'file' | 'facts' | 'comparison'>) {
  const { names } = useConflictActions()
  const { version, setVersion, isCollapsed, setCollapsed } = comparison
  const whyNot: Partial<Record<ComparedVersion, string | null>> = {
    Base: file.sizeBytesBase === null ? 'Both sides added the file, so it has no base.' : null,
    Orig: canCompareWithOriginal(facts) ? null : conflictsFirst,
  }
  return (
    <>
      <fieldset aria-label="Show the changes to" className="flex items-center gap-1">
        <span className="text-12 text-fg-2">Changes to</span>
        {comparedVersions.map((each) => (
          <Button
            key={each}
            size="sm"
            aria-pressed={each === version}
            disabledReason={whyNot[each] ?? null}
            title={each === 'Orig' ? 'The merge as it began, with its conflict markers' : undefined}
            className={cn('px-1.5', each === version && pressedClasses)}
            onClick={() => setVersion(each)}
          >
            <span className="max-w-40 truncate">{labelOf(each, names)}</span>
          </Button>
        ))}
      </fieldset>
      <Button size="sm" aria-pressed={!isCollapsed} onClick={() => setCollapsed(!isCollapsed)}>
        {isCollapsed ? 'Show all lines' : 'Show changes only'}
      </Button>
    </>
  )
}

function AcceptButtons({ file, editor, facts }: Pick<EditorToolbarProps, 'file' | 'editor' | 'facts'>) {
  const { readOnlyReason, operationOf, accept, setExpanded } = useConflictActions()
  const { conflictCount, changeCount } = facts
  const isSaving = operationOf(file.id) !== null
  if (readOnlyReason !== null || (file.resolvedAs !== null && !isSaving)) return null
  const conflictsLeft = conflictCount > 0 ? conflictsFirst : null
  const acceptFile = async () => {
    if (editor && (await accept(file, () => editor.text))) setExpanded(file.id, false)
  }
  return (
    <>
      <Button
        size="sm"
        disabledReason={conflictsLeft}
        disabled={!changeCount}
        onClick={() => editor?.acceptAllChanges()}
      >
        Accept all changes
      </Button>
      <Button
        size="sm"
        intent="primary"
        isPending={isSaving}
        disabledReason={conflictsLeft}
        onClick={() => void acceptFile()}
      >
        Accept
      </Button>
    </>
  )
}
