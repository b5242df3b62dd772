import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hex } from './contrast.ts'
import { type Colour, dark, light } from './palette.ts'
import { themeColours } from './theme.ts'

const black: Colour = [0, 0, 0]

test('the frame of the browser has the colour of the top bar, before and after the first script', () => {
  expect(themeColours).toEqual({ light: hex(light['surface'] ?? black), dark: hex(dark['surface'] ?? black) })
  const early = readFileSync(new URL('../../../build/first-paint.js', import.meta.url), 'utf8')
  expect(early).toContain(`dark ? '${themeColours.dark}' : '${themeColours.light}'`)
  const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')
  expect(page).toContain(`<meta name="theme-color" content="${themeColours.light}" />`)
})
