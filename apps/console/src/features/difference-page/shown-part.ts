/**
 * The chips of the page: a component on both sides counts on each of them. They stand apart from the filter, because the route's check of
 * the address is part of the first load of every page, and the filter would bring contract modules into it.
 */
export const shownParts = ['all', 'toDeploy', 'inOrg', 'both'] as const
export type ShownPart = (typeof shownParts)[number]

export const partLabels: Record<ShownPart, string> = {
  all: 'All',
  toDeploy: 'To deploy',
  inOrg: 'Changed in the org',
  both: 'On both sides',
}
