/** Waits frame by frame, so that timers that a test has taken over stand still meanwhile. */
export async function framesUntil(isReached: () => boolean): Promise<void> {
  const mostFrames = 1800
  for (let frames = 0; !isReached(); frames += 1) {
    if (frames === mostFrames) throw new Error('The page has not come there.')
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
