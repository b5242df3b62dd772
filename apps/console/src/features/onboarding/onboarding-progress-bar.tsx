import { useEffect, useState } from 'react'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { progressAt, progressStepMs } from './onboarding-progress.ts'

export function OnboardingProgressBar() {
  const [steps, setSteps] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSteps((count) => count + 1), progressStepMs)
    return () => clearInterval(timer)
  }, [])
  const { text, percent } = progressAt(steps)
  return (
    <div className="flex flex-col gap-2 py-4">
      <ProgressBar label="Setting up" percent={percent} />
      <output className="text-fg-2">{text}</output>
    </div>
  )
}
