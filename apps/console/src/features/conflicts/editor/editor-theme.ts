import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const code = "'IBM Plex Mono', ui-monospace, monospace"
const words = "'IBM Plex Sans Variable', ui-sans-serif, sans-serif"

/** The colours that code has on all pages. */
const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.processingInstruction, tags.meta], color: 'var(--fg-3)', fontStyle: 'italic' },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: 'var(--green-text)' },
  { tag: [tags.keyword, tags.tagName, tags.angleBracket, tags.modifier], color: 'var(--blue-text)' },
  {
    tag: [tags.attributeName, tags.propertyName, tags.annotation, tags.className],
    color: 'var(--violet-text)',
  },
  { tag: [tags.number, tags.bool, tags.character, tags.null], color: 'var(--amber-text)' },
])

const surfaces = EditorView.theme({
  '&': { fontSize: '0.75rem', height: '100%', color: 'var(--fg)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: code, lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--fg)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--fg-3)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--fg)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--fg)', fontFamily: words },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--line-strong)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--amber-soft)', outline: '1px solid var(--amber-edge)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--amber-edge)' },
})

const changes = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': {
    backgroundColor: 'color-mix(in oklab, var(--green-soft) 60%, transparent)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'var(--green-edge)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--green-solid)' },
  '.cm-deletedChunk': {
    backgroundColor: 'color-mix(in oklab, var(--red-soft) 60%, transparent)',
    paddingLeft: '6px',
  },
  '.cm-deletedLineGutter': { background: 'var(--red-solid)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--red-edge)' },
  // On a line of their own: beside the text they would cover it.
  '.cm-deletedChunk .cm-chunkButtons': {
    position: 'static',
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '4px',
    padding: '2px 8px',
  },
  // The buttons of a conflict stand in its block.
  '.cm-deletedChunk:has(+ .cm-conflict) .cm-chunkButtons': { display: 'none' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--fg-2)',
    fontFamily: words,
    padding: '3px 12px',
    cursor: 'default',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '""', marginInline: '0' },
})

const conflicts = EditorView.theme({
  // A margin would shift the line numbers beside the lines below.
  '.cm-conflict': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '1px',
    background: 'var(--line)',
    borderBlock: '1px solid var(--line-strong)',
  },
  '@media (max-width: 1279px)': { '.cm-conflict': { gridAutoFlow: 'row' } },
  '.cm-conflict-side': { background: 'var(--surface)', minWidth: '0' },
  '.cm-conflict-head': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px',
    alignItems: 'center',
    minHeight: '1.75rem',
    padding: '2px 4px 2px 8px',
    font: `500 0.75rem ${words}`,
    background: 'var(--sunken)',
    color: 'var(--fg-2)',
  },
  '.cm-conflict-head > span': { flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-conflict pre': {
    margin: '0',
    padding: '2px 8px',
    minHeight: '1.5rem',
    maxHeight: '20rem',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: code,
  },
  '.cm-conflict mark': {
    color: 'inherit',
    background: 'var(--surface)',
    borderRadius: '2px',
    boxShadow: 'inset 0 -2px 0 currentColor',
  },
  '.cm-conflict-local pre': { background: 'var(--blue-soft)' },
  '.cm-conflict-remote pre': { background: 'var(--violet-soft)' },
  // The package colours the buttons in a chunk white, by a more specific rule.
  '.cm-conflict .cm-conflict-use, .cm-chunkButtons button.cm-chunk-use': {
    padding: '0 6px',
    margin: '0',
    minHeight: '1.5rem',
    borderRadius: '4px',
    border: '1px solid var(--line)',
    background: 'var(--surface)',
    color: 'var(--accent-fg)',
    font: `500 0.6875rem ${words}`,
  },
  '.cm-conflict .cm-conflict-use:hover, .cm-chunkButtons button.cm-chunk-use:hover': {
    background: 'var(--hover)',
  },
  '.cm-marker': { backgroundColor: 'var(--red-soft)' },
})

export const editorTheme: Extension = [syntaxHighlighting(colours), surfaces, changes, conflicts]
