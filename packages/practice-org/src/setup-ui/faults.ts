import { faultKinds, isFaultKind, standingFaults } from '../faults.ts'
import type { Fault } from '../faults.ts'
import { redirect } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { markup, page, table } from './page.ts'

const operations = [
  '*',
  'deploy',
  'checkDeployStatus',
  'cancelDeploy',
  'retrieve',
  'checkRetrieveStatus',
  'listMetadata',
  'describeMetadata',
  'query',
  'token',
  'runTests',
  'sandbox',
]

/** GET /setup/faults: what goes wrong next, and a form to let more go wrong. */
export function faultsPage(practice: Practice, _call: Call): Answer {
  const rows = practice.faults
    .list()
    .map((fault) => [
      fault.component === undefined ? fault.kind : `${fault.kind} ${fault.component}`,
      fault.operation === '*' ? 'every call' : fault.operation,
      `${fault.skip > 0 ? `after ${fault.skip}, ` : ''}${howOften(fault)}`,
      markup`<form method="post" action="/setup/faults"><input type="hidden" name="remove" value="${fault.id}"><button class="small danger" aria-label="Remove ${fault.kind}">Remove</button></form>`,
    ])
  const content = markup`<h1>Faults</h1><p class="quiet">Let calls go wrong on purpose, to see what the other side does.</p>
${table(['Fault', 'Call', 'How often', 'Do'], rows, 'Nothing goes wrong.')}
<h2>New fault</h2>
<form class="card" method="post" action="/setup/faults">
<div class="field"><label for="kind">Fault</label><select id="kind" name="kind">${Object.entries(faultKinds).map(([kind, what]) => markup`<option value="${kind}">${kind}: ${what}</option>`)}</select></div>
<div class="filters">
<div class="field"><label for="operation">Call</label><select id="operation" name="operation">${operations.map((operation) => markup`<option value="${operation}">${operation === '*' ? 'every call' : operation}</option>`)}</select></div>
<div class="field"><label for="times">How often</label><input type="number" id="times" name="times" value="1" min="1"></div>
<div class="field"><label for="delay">Delay in milliseconds</label><input type="number" id="delay" name="delay" value="1000" min="0"></div>
<div class="field"><label for="component">Component or type</label><input type="text" id="component" name="component" placeholder="ApexClass/Billing"></div>
</div><button class="primary">Set</button></form>`
  return page('Faults', content, { place: '/setup/faults' })
}

function howOften(fault: Fault): string {
  if (standingFaults.includes(fault.kind)) return 'until removed'
  return fault.remaining === 1 ? 'once' : `${fault.remaining} times`
}

/** POST /setup/faults: sets or removes one. */
export async function changeFaults(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const kind = form.get('kind')
  const removed = form.get('remove')
  if (removed !== null) practice.faults.remove(removed)
  else if (isFaultKind(kind)) {
    const component = form.get('component') ?? ''
    const [times, delayMs] = [Number(form.get('times')), Number(form.get('delay'))]
    practice.faults.add({
      kind,
      operation: form.get('operation') ?? '*',
      remaining: Math.max(1, times),
      skip: 0,
      delayMs,
      ...(component === '' ? {} : { component }),
    })
  }
  return redirect('/setup/faults')
}
