/** Waits frame by frame, so that timers that a test has taken over stand still meanwhile. */
export async function framesUntil(isReached: () => boolean): Promise<void> {
  const mostFrames = 1800
  for (let passed = 0; !isReached(); passed += 1) {
    if (passed === mostFrames) throw new Error('The page has not come there.')
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Waits for a number of frames, which gives an unwanted call the time to reach the test server. */
export async function frames(count: number): Promise<void> {
  let passed = 0
  await framesUntil(() => (passed += 1) > count)
}
