import type { Colour, Theme } from './palette.ts'

/** sRGB channels 0 to 255, clipped to the gamut. Matrices: Björn Ottosson's OKLab. */
function toRgb([lightness, chroma, hue]: Colour): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function channel(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}

export const hex = (colour: Colour): string =>
  `#${toRgb(colour)
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`

const linear = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

function luminance(colour: Colour): number {
  const [red, green, blue] = toRgb(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast as WCAG 2 defines it, on the colours as the screen shows them. */
export function contrast(one: Colour, other: Colour): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const lines = (theme: Theme): string =>
  Object.entries(theme)
    .map(([name, colour]) => `  --${name}: ${hex(colour)};\n`)
    .join('')

/** The text of tokens.css. The file is committed, and a test holds it to this. */
export function tokensCss(light: Theme, dark: Theme): string {
  return (
    `:root {\n  color-scheme: light;\n${lines(light)}}\n` +
    `:root[data-theme='dark'] {\n  color-scheme: dark;\n${lines(dark)}}\n`
  )
}
