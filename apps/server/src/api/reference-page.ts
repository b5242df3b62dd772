import { problems } from '@sluice/contract/problems'
import type { Api, Route } from '@sluice/contract/route'
import { z } from 'zod'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{background:#f4f4f6;padding:.75rem;overflow:auto;max-height:24rem}
section{border-top:1px solid #ddd;padding:1rem 0}h3{margin:.25rem 0}dt{font-weight:600}
@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171b}pre{background:#232329}section{border-color:#333}a{color:#9db7ff}}`

/** A page that lists every call with what it takes, gives and refuses. It needs no script. */
export function referencePage(api: Api, title: string): string {
  const groups = Object.entries(api)
  const contents = groups.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('')
  const sections = groups.map(([name, routes]) => groupSection(name, routes)).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${style}</style><main><h1>${escape(title)}</h1>
<p>Every call takes and gives JSON. Calls that need a sign-in carry <code>Authorization: Bearer …</code>.
The same as <a href="/openapi.json">OpenAPI document</a>.</p><ul>${contents}</ul>${sections}${problemSection()}</main></html>`
}

const groupSection = (name: string, routes: Record<string, Route>): string =>
  `<h2 id="${name}">${name}</h2>${Object.entries(routes)
    .map(([operation, route]) => routeSection(`${name}.${operation}`, route))
    .join('')}`

function routeSection(id: string, route: Route): string {
  const problemLinks = route.problems.map((type) => `<a href="#${type}">${type}</a>`).join(', ')
  return `<section id="${id}"><h3><code>${route.method} /api${escape(route.path)}</code></h3><p>${escape(route.summary)}</p>
<dl><dt>Access</dt><dd>${route.access}</dd>${problemLinks && `<dt>Problems</dt><dd>${problemLinks}</dd>`}</dl>
${schemaBlock('Query', route.query, 'input')}${schemaBlock('Body', route.body, 'input')}${schemaBlock('Answer', route.response, 'output')}</section>`
}

function schemaBlock(heading: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _dialect, ...shown } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${heading}</summary><pre>${escape(JSON.stringify(shown, null, 2))}</pre></details>`
}

function problemSection(): string {
  const rows = Object.entries(problems).map(
    ([type, { status, title }]) =>
      `<dt id="${type}"><code>${type}</code> (${status})</dt><dd>${escape(title)}</dd>`,
  )
  return `<h2>Problems</h2><dl>${rows.join('')}</dl>`
}
