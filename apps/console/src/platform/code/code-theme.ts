import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const codeFont = "'IBM Plex Mono', ui-monospace, monospace"
export const wordFont = "'IBM Plex Sans Variable', ui-sans-serif, sans-serif"

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
  '.cm-scroller': { fontFamily: codeFont, lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--fg)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--fg-3)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--fg)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--fg)', fontFamily: wordFont },
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
  '&.cm-merge-a .cm-changedLine': {
    backgroundColor: 'color-mix(in oklab, var(--red-soft) 60%, transparent)',
  },
  '&.cm-merge-a .cm-changedText': { background: 'var(--red-edge)' },
  '&.cm-merge-a .cm-changedLineGutter': { background: 'var(--red-solid)' },
  '&.cm-merge-b .cm-changedText': { background: 'var(--green-edge)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--green-solid)' },
  '.cm-deletedChunk': {
    backgroundColor: 'color-mix(in oklab, var(--red-soft) 60%, transparent)',
    paddingLeft: '6px',
  },
  '.cm-deletedLineGutter': { background: 'var(--red-solid)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--red-edge)' },
  // Colours that are readable on the line are not on every mark.
  '.cm-changedText *, .cm-deletedText *': { color: 'var(--fg)' },
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
    fontFamily: wordFont,
    padding: '3px 12px',
    cursor: 'default',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '""', marginInline: '0' },
})

/** How code looks on all pages, with the marks of what changes. */
export const codeTheme: Extension = [syntaxHighlighting(colours), surfaces, changes]
