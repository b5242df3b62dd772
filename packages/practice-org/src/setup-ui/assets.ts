import { readFileSync } from 'node:fs'
import { text } from '../http/answers.ts'
import type { Answer, Call } from '../http/request.ts'

const assets: Readonly<Record<string, string>> = { 'setup.css': 'text/css', 'setup.js': 'text/javascript' }

/** GET /setup/assets/…: style and script of the setup pages; 404 for every other name. */
export function asset(call: Call): Answer {
  const name = call.params[0] ?? ''
  const type = assets[name]
  if (type === undefined) return text(404, 'Not found')
  return text(
    200,
    readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8'),
    `${type};charset=UTF-8`,
  )
}
