import type { Extension } from '@codemirror/state'

/** So much of the beginning of a text tells its language. */
const languageSampleLength = 8192

export interface Language {
  name: string
  load: () => Promise<Extension>
}

const languages = {
  xml: { name: 'XML', load: async () => (await import('@codemirror/lang-xml')).xml() },
  html: { name: 'HTML', load: async () => (await import('@codemirror/lang-html')).html() },
  css: { name: 'CSS', load: async () => (await import('@codemirror/lang-css')).css() },
  json: { name: 'JSON', load: async () => (await import('@codemirror/lang-json')).json() },
  javascript: {
    name: 'JavaScript',
    load: async () => (await import('@codemirror/lang-javascript')).javascript(),
  },
  // Apex has the grammar of Java, but for its queries and letter case.
  apex: { name: 'Apex', load: async () => (await import('@codemirror/lang-java')).java() },
} as const satisfies Record<string, Language>

/** What a file is named by its folder's rules. Other names say nothing certain, such as those of static resources. */
const byExtension: Readonly<Record<string, keyof typeof languages>> = {
  cls: 'apex',
  trigger: 'apex',
  apex: 'apex',
  js: 'javascript',
  css: 'css',
  json: 'json',
  html: 'html',
}

const htmlStart = /^<(?:!doctype html|html|template|apex:|aura:|design:|head|body|div|span|script|style)/iu
const apexStart =
  /^(?:@\w+(?:\([^)]*\))?\s*)*(?:(?:public|private|global|virtual|abstract|with|without|inherited|sharing)\s+)*(?:class|interface|enum|trigger)\s+\w+/iu
const scriptStart =
  /^(?:import|export|const|let|var|function|\(function|\(\(|'use strict'|"use strict"|\(\{)/u
const styleStart = /^(?:@charset|@import|@media|@font-face|[.#:*\w][\w\s.#:>~+*,()[\]="'-]*\{\s*[\w-]+\s*:)/u
const comments = /^(?:\uFEFF|\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/u

/** The language of a file, or null for plain text: by its name, else by what its beginning looks like. */
export function languageOf(path: string, text: string): Language | null {
  const named = byExtension[/\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? '']
  if (named) return languages[named]
  const sample = text.slice(0, languageSampleLength)
  const start = sample.replace(comments, '')
  if (htmlStart.test(start)) return languages.html
  if (start.startsWith('<')) return languages.xml
  if (/^[{[]/u.test(start) && /"\s*:|\[\s*["{\d]/u.test(start)) return languages.json
  if (apexStart.test(start)) return languages.apex
  if (scriptStart.test(start)) return languages.javascript
  return styleStart.test(start) ? languages.css : null
}
