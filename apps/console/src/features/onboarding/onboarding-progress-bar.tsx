import { useEffect, useState } from 'react'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'

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

/** How long each text of the progress stands. */
const progressStepMs = 900

const progressTexts = [
  'Creating Git repository',
  'Creating stack',
  'Creating schedules',
  'Initializing stack',
  'Initializing jobs',
  'Waiting for Salesforce',
  'Applying final touches',
  'Finishing up',
  'Verifying',
  'Waiting for Salesforce',
  'Still waiting for Salesforce',
] as const

/** The text and percent after so many steps; the last one stays. */
export function progressAt(steps: number): { text: string; percent: number } {
  const index = Math.min(steps, progressTexts.length - 1)
  return { text: progressTexts[index] ?? '', percent: index * 10 }
}
