import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows in columns; cards of one column; cards whose values stand in two columns. */
export type TableLayout = 'rows' | 'cards' | 'wide-cards'

/** Frames narrower than this always show cards. */
const leastRowsRem = 37
/** Cards of this width have room for two values beside each other. */
const wideCardsRem = 37
/** A scroll bar takes some of the frame. */
const scrollBarRem = 1.25

/** How a table of `neededRem` is laid out in a frame; below `cardsBelowRem` it becomes cards before it would scroll sideways. */
export function tableLayoutFor(
  frameRem: number,
  { neededRem, cardsBelowRem }: { neededRem: number; cardsBelowRem: number },
): TableLayout {
  const fits = frameRem - scrollBarRem >= neededRem
  if (frameRem >= leastRowsRem && (fits || frameRem >= cardsBelowRem)) return 'rows'
  return frameRem >= wideCardsRem ? 'wide-cards' : 'cards'
}

/** The layout for the width that the frame has now; it follows the window and the columns. */
export function useTableLayout(
  frame: RefObject<HTMLElement | null>,
  { neededRem, cardsBelowRem }: { neededRem: number; cardsBelowRem: number },
): TableLayout {
  const [frameRem, setFrameRem] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setFrameRem(element.clientWidth / rem)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return tableLayoutFor(frameRem, { neededRem, cardsBelowRem })
}
