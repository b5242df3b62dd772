/** One colour in OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Colour = readonly [lightness: number, chroma: number, hue: number]
export type Theme = Readonly<Record<string, Colour>>

/** The chrome is grey with a tenth of the accent's chroma, so that it sits under the accent and not beside it. */
const cool = 236
const petrol = 222
const petrolChroma = 0.098

const chromeLight: Theme = {
  canvas: [0.981, 0.003, cool],
  surface: [1, 0, 0],
  sunken: [0.963, 0.004, cool],
  hover: [0.953, 0.005, cool],
  pressed: [0.925, 0.007, cool],
  line: [0.907, 0.007, cool],
  'line-strong': [0.622, 0.016, cool],
  fg: [0.235, 0.02, cool],
  'fg-2': [0.42, 0.02, cool],
  'fg-3': [0.51, 0.018, cool],
  'fg-disabled': [0.66, 0.012, cool],
  accent: [0.47, petrolChroma, petrol],
  'accent-hover': [0.41, petrolChroma * 0.95, petrol],
  'accent-soft': [0.955, 0.024, petrol],
  'accent-fg': [0.45, petrolChroma, petrol],
  'on-accent': [1, 0, 0],
  focus: [0.6, 0.125, petrol],
  selected: [0.962, 0.018, petrol],
  danger: [0.52, 0.2, 26],
  'danger-hover': [0.46, 0.19, 26],
  'on-danger': [1, 0, 0],
}

const chromeDark: Theme = {
  canvas: [0.168, 0.009, cool],
  surface: [0.2, 0.01, cool],
  sunken: [0.152, 0.008, cool],
  hover: [0.248, 0.012, cool],
  pressed: [0.285, 0.014, cool],
  line: [0.29, 0.013, cool],
  'line-strong': [0.535, 0.018, cool],
  fg: [0.945, 0.006, cool],
  'fg-2': [0.79, 0.012, cool],
  'fg-3': [0.685, 0.014, cool],
  'fg-disabled': [0.5, 0.014, cool],
  accent: [0.78, 0.115, petrol - 10],
  'accent-hover': [0.84, 0.1, petrol - 10],
  'accent-soft': [0.29, 0.05, petrol],
  'accent-fg': [0.8, 0.105, petrol - 8],
  'on-accent': [0.19, 0.03, petrol],
  focus: [0.76, 0.125, petrol],
  selected: [0.262, 0.036, petrol],
  danger: [0.55, 0.195, 26],
  'danger-hover': [0.5, 0.19, 26],
  'on-danger': [1, 0, 0],
}

/** The hues of the status scale. Nothing but a status may use them. */
const hues = {
  neutral: { hue: cool, chroma: 0.018, textChroma: 0.15 },
  blue: { hue: 250, chroma: 0.16, textChroma: 0.15 },
  violet: { hue: 300, chroma: 0.2, textChroma: 0.15 },
  green: { hue: 152, chroma: 0.14, textChroma: 0.115 },
  amber: { hue: 75, chroma: 0.14, textChroma: 0.1 },
  orange: { hue: 48, chroma: 0.16, textChroma: 0.15 },
  red: { hue: 26, chroma: 0.2, textChroma: 0.15 },
} as const

export const tones = ['neutral', 'blue', 'violet', 'green', 'amber', 'orange', 'red'] as const
export type Tone = (typeof tones)[number]

function statusLight(): Theme {
  const theme: Record<string, Colour> = {}
  for (const tone of tones) {
    const { hue, chroma, textChroma } = hues[tone]
    // Amber reaches 3:1 on its own tint only a step darker than the others would.
    theme[`${tone}-solid`] = [tone === 'amber' ? 0.6 : 0.56, chroma, hue]
    theme[`${tone}-text`] = [0.44, Math.min(chroma, textChroma), hue]
    theme[`${tone}-soft`] = [0.955, Math.min(chroma * 0.22, 0.045), hue]
    theme[`${tone}-edge`] = [0.85, Math.min(chroma * 0.45, 0.08), hue]
  }
  return theme
}

function statusDark(): Theme {
  const theme: Record<string, Colour> = {}
  for (const tone of tones) {
    const { hue, chroma } = hues[tone]
    theme[`${tone}-solid`] = [0.69, chroma * 0.9, hue]
    theme[`${tone}-text`] = [0.81, Math.min(chroma * 0.6, 0.11), hue]
    theme[`${tone}-soft`] = [0.275, Math.min(chroma * 0.35, 0.065), hue]
    theme[`${tone}-edge`] = [0.4, Math.min(chroma * 0.45, 0.09), hue]
  }
  return theme
}

export const light: Theme = { ...chromeLight, ...statusLight() }
export const dark: Theme = { ...chromeDark, ...statusDark() }
