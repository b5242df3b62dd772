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

type Part = string | number | Markup | undefined | false | readonly Part[]

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

/**
 * A whole page with the bar on top. `org` (an id) keeps the links of the bar on this org,
 * `narrow` suits forms.
 */
export function page(
  title: string,
  content: Markup,
  options: { status?: number; narrow?: boolean; org?: string } = {},
): Answer {
  const query = options.org === undefined ? '' : `?org=${options.org}`
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
<a href="/setup${query}">Components</a>
<a href="/setup/deployments${query}">Deployments</a>
<a href="/setup/users${query}">Users</a>
<a href="/setup/sandboxes${query}">Sandboxes</a>
<a href="/setup/tests${query}">Tests</a>
<a href="/setup/tracking${query}">Tracking</a>
<a href="/setup/faults">Faults</a>
</nav>
</div></header>
<main${options.narrow ? new Markup(' class="narrow"') : ''}>${content}</main>
</body>
</html>`
  return html(options.status ?? 200, document.text)
}

/** A date as people read it, in UTC: `2026-11-21 08:10`. Empty without one. */
export function readableDate(date: string | undefined): string {
  return date === undefined ? '' : `${date.slice(0, 10)} ${date.slice(11, 16)}`
}
