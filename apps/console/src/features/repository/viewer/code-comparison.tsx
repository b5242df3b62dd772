import { useEffect, useRef, useState } from 'react'
import type { TwoTexts } from './sheet-file.ts'
import { getChunks, goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view'
import { codeTheme } from '../../../platform/code/code-theme.ts'
import { changesAtOnce, compareTexts, toChanges } from '../../../platform/code/compare-texts.ts'
import { coarseDiff } from '../../../platform/code/line-diff.ts'
import { languageOf } from '../../../platform/code/languages.ts'

interface CodeComparisonProps {
  path: string
  texts: TwoTexts
  layout: Layout
  isCollapsed: boolean
  onView: (view: ComparisonView | null) => void
}

/** Two texts in the editor, beside each other or in one column, with what changes. */
export function CodeComparison({ path, texts, layout, isCollapsed, onView }: CodeComparisonProps) {
  const host = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const parent = host.current
    if (parent === null) return undefined
    const giveUp = new AbortController()
    let view: ComparisonView | null = null
    const show = async () => {
      view = await openComparison({ parent, path, texts, layout, isCollapsed, signal: giveUp.signal })
      if (view === null) return
      setShown(true)
      onView(view)
    }
    show().catch((error: unknown) => {
      if (!giveUp.signal.aborted) throw error
    })
    return () => {
      giveUp.abort()
      view?.destroy()
      onView(null)
    }
  }, [path, texts, layout, isCollapsed, onView])
  return <div ref={host} aria-busy={!isShown} className="code-comparison h-full min-h-0" />
}

export type Layout = 'split' | 'unified'

interface ComparisonOptions {
  parent: HTMLElement
  path: string
  texts: TwoTexts
  layout: Layout
  isCollapsed: boolean
  signal: AbortSignal
}

/** A comparison on the screen. */
export interface ComparisonView {
  readonly changeCount: number
  /** Moves to the next or the former change, from the last on to the first. */
  go: (step: 1 | -1) => void
  destroy: () => void
}

/** Unchanged lines are collapsed from so many on, and so many stay around each change. */
const collapsed = { margin: 3, minSize: 6 } as const

/** Shows two texts beside each other or in one column; nothing when the page gives up meanwhile. */
export async function openComparison(options: ComparisonOptions): Promise<ComparisonView | null> {
  const { path, texts, signal } = options
  const { before, after } = texts
  const [changes, language] = await Promise.all([
    compareTexts(before, after, signal),
    languageOf(path, after === '' ? before : after)?.load(),
  ])
  if (signal.aborted) return null
  const known = toChanges(changes ?? coarseDiff(before, after), { a: before, b: after })
  const shown = {
    diffConfig: {
      override: (a: string, b: string) => (a === before && b === after ? known : changesAtOnce(a, b)),
    },
    ...(options.isCollapsed && before !== '' && after !== '' && { collapseUnchanged: collapsed }),
  }
  const common = [language ?? [], reading]
  return options.layout === 'split' ? openSplit(options, common, shown) : openUnified(options, common, shown)
}

type ShownChanges = Pick<Parameters<typeof unifiedMergeView>[0], 'diffConfig' | 'collapseUnchanged'>

function openSplit(
  { parent, texts }: ComparisonOptions,
  common: Extension,
  shown: ShownChanges,
): ComparisonView {
  const view = new MergeView({
    parent,
    a: { doc: texts.before, extensions: [common, labelled('Before')] },
    b: { doc: texts.after, extensions: [common, labelled('After')] },
    gutter: true,
    ...shown,
  })
  return viewOf(view.b, view.dom, () => view.destroy())
}

function openUnified(
  { parent, texts }: ComparisonOptions,
  common: Extension,
  shown: ShownChanges,
): ComparisonView {
  const unified = unifiedMergeView({
    original: texts.before,
    gutter: true,
    mergeControls: false,
    syntaxHighlightDeletions: true,
    ...shown,
  })
  const view = new EditorView({
    parent,
    doc: texts.after,
    extensions: [common, labelled('Before and after'), unified],
  })
  return viewOf(view, view.scrollDOM, () => view.destroy())
}

function viewOf(view: EditorView, scroller: HTMLElement, destroy: () => void): ComparisonView {
  // A region that scrolls must be reachable by keyboard.
  scroller.tabIndex = 0
  scroller.style.height = '100%'
  scroller.setAttribute('role', 'region')
  scroller.setAttribute('aria-label', 'Lines')
  return {
    changeCount: getChunks(view.state)?.chunks.length ?? 0,
    go: (step) => {
      const isMoved = (step === 1 ? goToNextChunk : goToPreviousChunk)(view)
      if (!isMoved) return
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'center' }) })
    },
    destroy,
  }
}

const labelled = (label: string): Extension => EditorView.contentAttributes.of({ 'aria-label': label })

/** Texts are read, not written; without the cursor of an editor the keys of the sheet work everywhere. */
const reading: Extension = [
  EditorView.lineWrapping,
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  lineNumbers(),
  highlightSpecialChars(),
  codeTheme,
]
