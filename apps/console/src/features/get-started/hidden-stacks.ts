const keyOf = (stackId: string) => `sluice.getStarted.${stackId}`

/** The stacks on which a person has put the card away, kept in this browser. */
export const hiddenStacks = {
  has: (stackId: string): boolean => localStorage.getItem(keyOf(stackId)) !== null,
  add: (stackId: string): void => localStorage.setItem(keyOf(stackId), 'hidden'),
}
