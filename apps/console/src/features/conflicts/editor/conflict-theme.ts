import { EditorView } from '@codemirror/view'
import { codeFont, wordFont } from '../../../platform/code/code-theme.ts'

/** How the blocks of conflicts and the buttons of changes look. */
export const conflictTheme = EditorView.theme({
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
    font: `500 0.75rem ${wordFont}`,
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
    fontFamily: codeFont,
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
    font: `500 0.6875rem ${wordFont}`,
  },
  '.cm-conflict .cm-conflict-use:hover, .cm-chunkButtons button.cm-chunk-use:hover': {
    background: 'var(--hover)',
  },
  '.cm-marker': { backgroundColor: 'var(--red-soft)' },
})
