/** The chips of the page: a component on both sides counts on each of them. */
export const shownParts = ['all', 'toDeploy', 'inOrg', 'both'] as const
export type ShownPart = (typeof shownParts)[number]

export const partLabels: Record<ShownPart, string> = {
  all: 'All',
  toDeploy: 'To deploy',
  inOrg: 'Changed in the org',
  both: 'On both sides',
}
