import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, tokensCss } from './contrast.ts'
import { dark, light, tones, type Colour, type Theme } from './palette.ts'

const black: Colour = [0, 0, 0]

function pairs(): [foreground: string, background: string, least: number][] {
  const found: [string, string, number][] = []
  for (const ground of ['canvas', 'surface', 'sunken', 'hover', 'selected'])
    for (const text of ['fg', 'fg-2', 'fg-3', 'accent-fg']) found.push([text, ground, 4.5])
  for (const ground of ['canvas', 'surface', 'hover'])
    found.push(['line-strong', ground, 3], ['focus', ground, 3])
  for (const ground of ['accent', 'accent-hover']) found.push(['on-accent', ground, 4.5])
  for (const ground of ['danger', 'danger-hover']) found.push(['on-danger', ground, 4.5])
  found.push(['accent-fg', 'accent-soft', 4.5], ['canvas', 'fg', 4.5])
  for (const tone of tones) {
    for (const ground of ['surface', 'canvas', 'hover', 'selected', `${tone}-soft`])
      found.push([`${tone}-text`, ground, 4.5])
    for (const ground of ['surface', 'hover', 'selected', `${tone}-soft`])
      found.push([`${tone}-solid`, ground, 3])
    found.push(['fg', `${tone}-soft`, 4.5], ['fg-2', `${tone}-soft`, 4.5])
  }
  return found
}

function tooFaint(theme: Theme): string[] {
  return pairs().flatMap(([text, ground, least]) => {
    const ratio = contrast(theme[text] ?? black, theme[ground] ?? black)
    return ratio >= least ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)} < ${least}`]
  })
}

test('every pair of text and ground meets WCAG AA in light', () => expect(tooFaint(light)).toEqual([]))
test('every pair of text and ground meets WCAG AA in dark', () => expect(tooFaint(dark)).toEqual([]))
test('tokens.css holds the colours of the palette', () => {
  expect(readFileSync(new URL('tokens.css', import.meta.url), 'utf8')).toBe(tokensCss(light, dark))
})
