export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that open the palette. */
export const paletteKeys = [isApple ? '⌘' : 'Ctrl', 'K']
