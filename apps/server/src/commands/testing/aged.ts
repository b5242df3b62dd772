import type { OrgEdit } from './test-org.ts'

/** An edit that was made so many days ago, so that a flow in may trust its date. */
export function aged(edit: OrgEdit, days = 1): OrgEdit {
  return { ...edit, date: new Date(Date.now() - days * 86_400_000).toISOString() }
}
