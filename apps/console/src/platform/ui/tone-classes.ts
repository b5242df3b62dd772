import type { Tone } from './palette.ts'

interface ToneClasses {
  /** Ground and text of a badge or chip. */
  soft: string
  /** Icons. */
  solid: string
  /** Bars and meters. */
  bar: string
  /** Border and ground of a notice. */
  panel: string
}

/** Spelled out in full, because Tailwind finds class names by reading this text. */
export const toneClasses: Record<Tone, ToneClasses> = {
  neutral: {
    soft: 'bg-neutral-soft text-neutral-text',
    solid: 'text-neutral-solid',
    bar: 'bg-neutral-solid',
    panel: 'border-neutral-edge bg-neutral-soft',
  },
  blue: {
    soft: 'bg-blue-soft text-blue-text',
    solid: 'text-blue-solid',
    bar: 'bg-blue-solid',
    panel: 'border-blue-edge bg-blue-soft',
  },
  violet: {
    soft: 'bg-violet-soft text-violet-text',
    solid: 'text-violet-solid',
    bar: 'bg-violet-solid',
    panel: 'border-violet-edge bg-violet-soft',
  },
  green: {
    soft: 'bg-green-soft text-green-text',
    solid: 'text-green-solid',
    bar: 'bg-green-solid',
    panel: 'border-green-edge bg-green-soft',
  },
  amber: {
    soft: 'bg-amber-soft text-amber-text',
    solid: 'text-amber-solid',
    bar: 'bg-amber-solid',
    panel: 'border-amber-edge bg-amber-soft',
  },
  orange: {
    soft: 'bg-orange-soft text-orange-text',
    solid: 'text-orange-solid',
    bar: 'bg-orange-solid',
    panel: 'border-orange-edge bg-orange-soft',
  },
  red: {
    soft: 'bg-red-soft text-red-text',
    solid: 'text-red-solid',
    bar: 'bg-red-solid',
    panel: 'border-red-edge bg-red-soft',
  },
}
