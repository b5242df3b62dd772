import { startTestRun } from '../apex-tests/start-test-run.ts'
import { redirect } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { SObjectRecord } from '../records.ts'
import { chosenOrg, headWithOrgs, userOptions } from './org-choice.ts'
import { markup, note, page, readableDate, table } from './page.ts'
import type { Markup } from './page.ts'

const [shownRows, shownRuns] = [300, 20]
const testsPlace = '/setup/tests'
const trackingPlace = '/setup/tracking'

/** GET /setup/tests: test runs with their results, newest first, and a form to start one. */
export function testsPage(practice: Practice, call: Call): Answer {
  return showTests(practice, chosenOrg(practice, call.query.get('org')))
}

/** POST /setup/tests: starts a run as the chosen user; 400 with the page when there is nothing to run. */
export async function runTestsInSetup(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const org = practice.org(form.get('org') ?? '')
  const user = org?.user(form.get('user') ?? '')
  if (!org || !user) return showTests(practice, org)
  const className = (form.get('class') ?? '').trim()
  const wanted = className === '' ? { testLevel: 'RunLocalTests' } : { classNames: className }
  const run = await startTestRun(practice, org, { userId: user.id, wanted })
  return 'refusal' in run
    ? showTests(practice, org, run.refusal)
    : redirect(`${testsPlace}?org=${org.info.id}`)
}

function showTests(practice: Practice, org: Org | undefined, problem?: string): Answer {
  if (!org) return page('Tests', markup`<h1>Test runs</h1>`)
  const runs = org.records.all('ApexTestRunResult').toReversed().slice(0, shownRuns)
  const content = markup`${headWithOrgs(practice, 'Test runs', org)}
${problem === undefined ? '' : note('bad', problem)}
<form class="card filters" method="post" action="${testsPlace}"><input type="hidden" name="org" value="${org.info.id}">
<div class="field"><label for="class">Test class</label><input type="text" id="class" name="class" placeholder="All tests of this org" autocomplete="off"></div>
<div class="field"><label for="user">Run as</label><select id="user" name="user">${userOptions(org)}</select></div>
<div class="field"><button class="primary">Run</button></div></form>
${runs.length === 0 ? markup`<p>No test has run here yet.</p>` : runs.map((run) => runSection(org, run))}`
  const status = problem === undefined ? 200 : 400
  return page('Tests', content, { org: org.info.id, place: testsPlace, status })
}

function runSection(org: Org, run: SObjectRecord): Markup {
  const results = org.records
    .all('ApexTestResult')
    .filter((result) => result.AsyncApexJobId === run.AsyncApexJobId)
  const names = new Map(org.store.list('ApexClass').map((record) => [record.id, record.fullName]))
  const passed = results.filter((result) => result.Outcome === 'Pass').length
  const rows = results.map((row) => [
    `${names.get(text(row.ApexClassId)) ?? ''}.${text(row.MethodName)}`,
    markup`<span class="state ${row.Outcome === 'Pass' ? 'good' : 'bad'}">${text(row.Outcome)}</span>`,
    text(row.Message),
    text(row.RunTime),
  ])
  return markup`<h2>${readableDate(text(run.StartTime))} · ${text(run.Status)}</h2>
<p class="quiet">${org.userName(text(run.UserId))} · ${passed} of ${results.length} passed</p>
${table(['Test', 'Outcome', 'Message', 'Milliseconds'], rows, 'No results yet. Reload the page.')}`
}

/** GET /setup/tracking: what source tracking has written down, newest first. */
export function trackingPage(practice: Practice, call: Call): Answer {
  const org = chosenOrg(practice, call.query.get('org'))
  if (!org) return page('Source tracking', markup`<h1>Source tracking</h1>`)
  const rows = org.records
    .all('SourceMember')
    .toSorted((a, b) => Number(b.RevisionCounter) - Number(a.RevisionCounter))
    .slice(0, shownRows)
    .map((row) => [
      text(row.MemberName),
      text(row.MemberType),
      row.IsNameObsolete === true ? 'deleted' : row.IsNewMember === true ? 'new' : 'changed',
      org.userName(text(row.ChangedBy)),
      readableDate(text(row.LastModifiedDate)),
      text(row.RevisionCounter),
    ])
  const heads = ['Component', 'Type', 'What', 'By', 'When (UTC)', 'Revision']
  const content = markup`${headWithOrgs(practice, 'Source tracking', org)}
${org.info.tracksSource ? table(heads, rows, 'Nothing has changed here since the sandbox was made.') : untracked(practice)}`
  return page('Source tracking', content, { org: org.info.id, place: trackingPlace })
}

function untracked(practice: Practice): Markup {
  const links = practice
    .orgList()
    .filter((org) => org.info.tracksSource)
    .map((org) => markup`<li><a href="${trackingPlace}?org=${org.info.id}">${orgLabel(org.info)}</a></li>`)
  return markup`<p>This organisation does not track its source; Developer and Developer Pro sandboxes do.</p>
${links.length === 0 ? '' : markup`<ul>${links}</ul>`}`
}

/** A plain value of a record as text. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
