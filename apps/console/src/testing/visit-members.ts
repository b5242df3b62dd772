import type { Member } from '@sluice/contract/member'
import { page } from 'vitest/browser'
import type { Answers } from './answers.ts'
import { renderAt } from './render-at.tsx'
import { id, sampleMember, sampleWorkspace } from './samples.ts'

const person = (number: number, firstName: string, changes: Partial<Member> = {}) =>
  sampleMember({
    id: id(50 + number),
    userId: id(90 + number),
    userEmailAddress: `${firstName.toLowerCase()}@acme.example`,
    userFirstName: firstName,
    userLastName: 'Adams',
    accessLevel: 'Operator',
    ...changes,
  })

/** The people of the workspace: its owner, who looks at the page, and three others. */
export const people = {
  alice: sampleMember(),
  bob: person(1, 'bob', { status: 'Removed' }),
  carol: person(2, 'Carol'),
  dan: person(3, 'Dan', { accessLevel: 'Contributor' }),
}

interface Visit {
  members?: Member[]
  ownerUserId?: string
  answers?: Answers
}

export const visitMembers = ({
  members = Object.values(people),
  ownerUserId = people.alice.userId,
  answers = {},
}: Visit = {}) =>
  renderAt('/workspaces/acme/members', {
    pushed: { workspace: sampleWorkspace({ ownerUserId, members }) },
    answers,
  })

export const rowOf = (name: RegExp) => page.getByRole('row', { name })
export const buttonOf = (name: string) => page.getByRole('button', { name, exact: true })

/** Ticks, or no longer ticks, the rows. */
export async function choose(...names: RegExp[]): Promise<void> {
  for (const name of names) await rowOf(name).getByRole('checkbox').click()
}
