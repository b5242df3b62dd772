import type { Answer, Call } from '../http/request.ts'
import { orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { markup, page, readableDate } from './page.ts'
import type { Markup } from './page.ts'

const shownAtMost = 300

/** GET /setup/tests: test runs with their results, newest first. */
export function testsPage(practice: Practice, call: Call): Answer {
  const org = practice.org(call.query.get('org') ?? '') ?? practice.orgList()[0]
  if (!org) return page('Tests', markup`<h1>Test runs</h1>`)
  const runs = org.records.all('ApexTestRunResult').toReversed().slice(0, 20)
  const content = markup`<h1>Test runs</h1><p class="quiet">${orgLabel(org.info)}</p>
${runs.length === 0 ? markup`<p>No test has run here yet.</p>` : runs.map((run) => markup`<h2>${readableDate(text(run.StartTime))} · ${text(run.Status)}</h2>${resultsOf(org, text(run.AsyncApexJobId))}`)}`
  return page('Tests', content, { org: org.info.id })
}

function resultsOf(org: Org, jobId: string): Markup {
  const rows = org.records.all('ApexTestResult').filter((result) => result.AsyncApexJobId === jobId)
  const names = new Map(org.store.list('ApexClass').map((record) => [record.id, record.fullName]))
  return table(
    ['Test', 'Outcome', 'Message', 'Milliseconds'],
    rows.map((row) => [
      `${names.get(text(row.ApexClassId)) ?? ''}.${text(row.MethodName)}`,
      text(row.Outcome),
      text(row.Message),
      text(row.RunTime),
    ]),
  )
}

/** GET /setup/tracking: what source tracking has written down, newest first. */
export function trackingPage(practice: Practice, call: Call): Answer {
  const org = practice.org(call.query.get('org') ?? '') ?? practice.orgList()[0]
  if (!org) return page('Source tracking', markup`<h1>Source tracking</h1>`)
  const rows = org.records
    .all('SourceMember')
    .toSorted((a, b) => Number(b.RevisionCounter) - Number(a.RevisionCounter))
  const content = markup`<h1>Source tracking</h1><p class="quiet">${orgLabel(org.info)}</p>
${
  org.info.tracksSource
    ? table(
        ['Revision', 'Component', 'What', 'By', 'When (UTC)'],
        rows
          .slice(0, shownAtMost)
          .map((row) => [
            text(row.RevisionCounter),
            `${text(row.MemberType)} ${text(row.MemberName)}`,
            row.IsNameObsolete === true ? 'deleted' : row.IsNewMember === true ? 'new' : 'changed',
            org.userName(text(row.ChangedBy)),
            readableDate(text(row.LastModifiedDate)),
          ]),
      )
    : markup`<p>Production does not track its source; Developer and Developer Pro sandboxes do.</p>`
}`
  return page('Source tracking', content, { org: org.info.id })
}

function table(heads: string[], rows: string[][]): Markup {
  if (rows.length === 0) return markup`<p>Nothing yet.</p>`
  return markup`<div class="scroll"><table><thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

/** A plain value of a record as text. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
