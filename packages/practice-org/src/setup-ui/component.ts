import type { DeployMessage } from '../deploy/deploy-result.ts'
import { editComponent, readComponent } from '../edit-component.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import { displayName, orgLabel } from '../org-state.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { userOptions } from './org-choice.ts'
import { markup, note, page, readableDate } from './page.ts'
import type { Markup } from './page.ts'

interface State {
  type: string
  fullName: string
  files: Record<string, string>
  userId?: string
  problems?: DeployMessage[]
  saved?: string
}

/**
 * GET /setup/component?org=&type=&name=: the texts of one component, to be edited; 404 when it
 * is absent.
 */
export async function componentPage(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.query.get('org') ?? '')
  const type = call.query.get('type') ?? ''
  const fullName = call.query.get('name') ?? ''
  const files = org && (await readComponent(org, type, fullName))
  if (!org || !files) return missing(type, fullName)
  return form(org, { type, fullName, files })
}

/**
 * POST /setup/component: save or delete as the chosen user. Problems come back on the page
 * (400) with the texts as they were typed.
 */
export async function saveComponent(practice: Practice, call: Call): Promise<Answer> {
  const given = await readForm(call)
  const org = practice.org(given.get('org') ?? '')
  const user = org?.user(given.get('user') ?? '')
  const type = given.get('type') ?? ''
  const fullName = given.get('name') ?? ''
  if (!org || !user) return missing(type, fullName)
  const texts = given.getAll('text')
  const files = Object.fromEntries(given.getAll('path').map((path, index) => [path, texts[index] ?? '']))
  const isDeletion = given.get('action') === 'delete'
  const edit = isDeletion ? { type, fullName } : { type, fullName, files }
  const { problems } = await editComponent(org, { user, edit })
  if (problems.length > 0) return form(org, { type, fullName, files, userId: user.id, problems })
  if (isDeletion) {
    const content = markup`<h1>${fullName}</h1><div class="note good" role="status"><p>Deleted by ${displayName(user)}.</p></div><p><a href="/setup?org=${org.info.id}&amp;type=${type}">Back to ${type}</a></p>`
    return page(fullName, content, { org: org.info.id })
  }
  const stored = (await readComponent(org, type, fullName)) ?? files
  return form(org, {
    type,
    fullName,
    files: stored,
    userId: user.id,
    saved: `Saved by ${displayName(user)}.`,
  })
}

function missing(type: string, fullName: string): Answer {
  return page('Not found', markup`<h1>Not found</h1><p>There is no ${type} named ${fullName} here.</p>`, {
    status: 404,
  })
}

function form(org: Org, state: State): Answer {
  const record = org.store.find(state.type, state.fullName)
  const isInstalled = record?.manageableState === 'installed'
  const content = markup`
<p><a href="/setup?org=${org.info.id}">Components</a> / <a href="/setup?org=${org.info.id}&amp;type=${state.type}">${state.type}</a></p>
<h1>${state.fullName}</h1>
<p class="quiet">${orgLabel(org.info)}${record ? ` · last modified by ${org.userName(record.lastModifiedById)}, ${readableDate(record.lastModifiedDate)} UTC` : ''}</p>
${state.saved === undefined ? '' : note('good', state.saved)}
${state.problems === undefined ? '' : problemList(state.problems)}
<form class="card" method="post" action="/setup/component">
<input type="hidden" name="org" value="${org.info.id}"><input type="hidden" name="type" value="${state.type}"><input type="hidden" name="name" value="${state.fullName}">
${Object.entries(state.files).map(([path, text], index) => textField({ path, text, index, isFixed: isInstalled }))}
${isInstalled ? markup`<p class="quiet">It came with the package <b>${record.namespacePrefix}</b> and can be changed only by a new version of it.</p>` : saving(org, state)}
</form>`
  return page(state.fullName, content, {
    org: org.info.id,
    place: '/setup',
    ...(state.problems ? { status: 400 } : {}),
  })
}

function saving(org: Org, state: State): Markup {
  return markup`<div class="field"><label for="user">Save as</label><select id="user" name="user">${userOptions(org, state.userId)}</select></div>
<div class="actions"><button class="primary" name="action" value="save">Save</button><button class="danger" name="action" value="delete" data-confirm="Delete ${state.fullName}?">Delete</button></div>`
}

function textField(field: { path: string; text: string; index: number; isFixed: boolean }): Markup {
  const { path, text, index, isFixed } = field
  const rows = Math.min(40, Math.max(4, text.split('\n').length + 1))
  return markup`<div class="field"><input type="hidden" name="path" value="${path}"><label for="text-${index}"><code>${path}</code></label>
<textarea id="text-${index}" name="text" rows="${rows}" spellcheck="false" wrap="off"${isFixed ? markup` readonly` : ''}>
${text}</textarea></div>`
}

function problemList(problems: DeployMessage[]): Markup {
  return markup`<div class="note bad" role="alert">${problems.map(
    (problem) =>
      markup`<p><b>${problem.problem ?? 'It could not be saved.'}</b>${problem.lineNumber === undefined ? '' : ` Line ${problem.lineNumber}, column ${problem.columnNumber ?? 1}.`}</p>`,
  )}</div>`
}
