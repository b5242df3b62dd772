import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** The frame of the console without a word in it: nothing but the server knows the product's name. */
const shell =
  '<div id="shell" aria-hidden="true"><div id="shell-bar"><i></i><i></i><i></i></div>' +
  '<div id="shell-side"><i></i><i></i><i></i><i></i></div><div id="shell-page"><i></i><i></i></div></div>'

/** Pages behind the sign-in show nothing without these. */
const signedIn = ['/app/shell.route.tsx?tsr-split=component', '/packages/contract/dist/api.js']

/**
 * Lets the document paint the frame of the console before a script or a style sheet has come: colours, a few boxes and the
 * choice of the theme stand in it, the style sheet behind them. The code of the frame is asked for at once.
 */
export const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
      const withoutSheets = sheets.reduce((text, sheet) => text.replace(sheet, ''), html)
      return {
        html: withoutSheets.replace('<div id="root">', `${shell}\n${sheets.join('')}    <div id="root">`),
        tags: [
          {
            tag: 'style',
            injectTo: 'head',
            children: read('../src/platform/ui/tokens.css') + read('first-paint.css'),
          },
          {
            tag: 'script',
            injectTo: 'head',
            attrs: { 'data-signed-in': bundle ? filesOf(bundle).join(' ') : '' },
            children: read('first-paint.js'),
          },
          preloadOf('/console-config.json'),
        ],
      }
    },
  },
}

const preloadOf = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href },
})

/** The files of the modules that every signed-in page needs, with what these import. */
function filesOf(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const waiting = signedIn.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`No chunk holds ${module}, which the first paint names.`)
    return chunk.fileName
  })
  const files = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    waiting.push(...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []))
  }
  return [...files].toSorted().map((file) => `/${file}`)
}
