import { html } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { escapeText } from '../xml/write.ts'

/** Text that is markup already; everything else is escaped when it is put into markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in markup. */
export type Part = string | number | Markup | undefined | false | readonly Part[]

/** Builds markup; everything put in is escaped unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + render(parts[index])).join(''))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return part.map(render).join('')
}

/** The pages of the bar: address and name. */
const places = [
  ['/setup', 'Components'],
  ['/setup/deployments', 'Deployments'],
  ['/setup/change-sets', 'Change sets'],
  ['/setup/users', 'Users'],
  ['/setup/sandboxes', 'Sandboxes'],
  ['/setup/tests', 'Tests'],
  ['/setup/tracking', 'Tracking'],
  ['/setup/faults', 'Faults'],
] as const

/** What a page is like, besides its content. */
interface PageOptions {
  status?: number
  /** For forms that stand alone. */
  narrow?: boolean
  /** Id of the org on which the links of the bar stay. */
  org?: string
  /** Address of the place in the bar that this page belongs to. */
  place?: (typeof places)[number][0]
}

/** A whole page with the bar on top. */
export function page(title: string, content: Markup, options: PageOptions = {}): Answer {
  const query = options.org === undefined ? '' : `?org=${options.org}`
  const links = places.map(
    ([address, name]) =>
      markup`<a href="${address}${query}"${address === options.place ? markup` aria-current="page"` : ''}>${name}</a>\n`,
  )
  const document = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Practice org</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/setup/assets/setup.css">
<script src="/setup/assets/setup.js" defer></script>
</head>
<body>
<header><div>
<strong>Practice org</strong><span class="badge">a local stand-in for Salesforce</span>
<nav aria-label="Setup">
${links}</nav>
</div></header>
<main${options.narrow ? new Markup(' class="narrow"') : ''}>${content}</main>
</body>
</html>`
  return html(options.status ?? 200, document.text)
}

/** A table; on narrow screens each row becomes a small card with the heads beside the cells. Says so when it is empty. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly Part[])[],
  empty = 'Nothing yet.',
): Markup {
  if (rows.length === 0) return markup`<p>${empty}</p>`
  const head = heads.map((name) => markup`<th scope="col">${name}</th>`)
  const body = rows.map(
    (cells) =>
      markup`<tr>${cells.map((cell, index) => markup`<td data-head="${heads[index]}">${cell}</td>`)}</tr>\n`,
  )
  return markup`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body}</tbody></table></div>`
}

/** Good or bad news above a page's content; read out at once. */
export function note(kind: 'good' | 'bad', text: Part): Markup {
  return markup`<div class="note ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}"><p>${text}</p></div>`
}

/** A date as people read it, in UTC: `2026-11-21 08:10`. Empty without one. */
export function readableDate(date: string | undefined): string {
  return date === undefined ? '' : `${date.slice(0, 10)} ${date.slice(11, 16)}`
}
