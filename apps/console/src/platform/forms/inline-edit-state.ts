/** How long a save may run before the control gives up waiting and returns to the input. */
export const commitResetMs = 20_000

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
