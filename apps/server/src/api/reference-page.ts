import { problems } from '@sluice/contract/problems'
import type { Api, Route } from '@sluice/contract/route'
import { z } from 'zod'
import { referenceStyle } from './reference-style.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** "apexTestRuns" as people read it: "Apex test runs". */
const titleOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface Product {
  name: string
  version: string
}

/** A page that lists every call with what it takes, gives and refuses. It needs no script. */
export function referencePage(api: Api, { name, version }: Product): string {
  const groups = Object.entries(api)
  const title = escape(`${name} API`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${title}</title><style>${referenceStyle}</style></head><body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28">${escape(name)}</a><span>API ${escape(version)}</span></header>
<nav aria-label="Calls"><details open><summary>Contents</summary><ul>${groups.map(contentsOf).join('')}<li><a href="#problems">Problems</a></li></ul></details></nav>
<main id="calls"><h1>${title}</h1>
<p>Every call takes and gives JSON. Calls that need a sign-in carry <code>Authorization: Bearer …</code>.
The same as <a href="/openapi.json">OpenAPI document</a>.</p>
${groups.map(groupSection).join('')}${problemSection()}</main></body></html>`
}

const contentsOf = ([name, routes]: [string, Record<string, Route>]): string =>
  `<li><details><summary>${titleOf(name)}</summary><ul><li><a href="#${name}">All of ${titleOf(name).toLowerCase()}</a></li>${Object.keys(
    routes,
  )
    .map((operation) => `<li><a href="#${name}.${operation}">${titleOf(operation)}</a></li>`)
    .join('')}</ul></details></li>`

const groupSection = ([name, routes]: [string, Record<string, Route>]): string =>
  `<h2 id="${name}">${titleOf(name)}</h2>${Object.entries(routes)
    .map(([operation, route]) => routeSection(`${name}.${operation}`, route))
    .join('')}`

function routeSection(id: string, route: Route): string {
  const problemLinks = route.problems.map((type) => `<a href="#${type}">${type}</a>`).join(', ')
  return `<section id="${id}"><h3><span class="method ${route.method.toLowerCase()}">${route.method}</span>
<code>/api${escape(route.path)}</code></h3><p>${escape(route.summary)}</p>
<dl><div><dt>Access</dt><dd>${route.access}</dd></div>${problemLinks && `<div><dt>Problems</dt><dd>${problemLinks}</dd></div>`}</dl>
${schemaBlock('Query', route.query, 'input')}${schemaBlock('Body', route.body, 'input')}${schemaBlock('Answer', route.response, 'output')}</section>`
}

function schemaBlock(heading: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _dialect, ...shown } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${heading}</summary><pre tabindex="0">${escape(JSON.stringify(shown, null, 2))}</pre></details>`
}

function problemSection(): string {
  const rows = Object.entries(problems).map(
    ([type, { status, title }]) =>
      `<div id="${type}"><dt><code>${type}</code> ${status}</dt><dd>${escape(title)}</dd></div>`,
  )
  return `<h2 id="problems">Problems</h2><dl class="problems">${rows.join('')}</dl>`
}
