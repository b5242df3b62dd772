import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { type CallbackAnswer, handOver, readCallback } from './callback-channel.ts'

export const Route = createFileRoute('/salesforce/callback')({
  component: CallbackPage,
  staticData: { title: 'Salesforce sign-in' },
})

/** Where Salesforce sends the browser after a sign-in with an app of one's own. The page that began it goes on. */
function CallbackPage() {
  const router = useRouter()
  const { productName } = useConfig()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const [answer] = useState<CallbackAnswer | null>(() => readCallback(query))
  const [wasTaken, setTaken] = useState<boolean | null>(answer ? null : false)
  useEffect(() => {
    if (!answer) return
    // The code does not stay in the address and the history.
    void router.navigate({ to: '/salesforce/callback', replace: true })
    void handOver(answer).then(setTaken)
  }, [answer, router])
  if (wasTaken === null)
    return (
      <AuthFrame title="Salesforce sign-in">
        <p className="text-fg-2">Returning to {productName}</p>
      </AuthFrame>
    )
  return (
    <AuthFrame title={wasTaken ? 'You can close this page' : 'This sign-in has ended'}>
      <p className="text-fg-2">
        {wasTaken
          ? `${productName} goes on in the page where you pressed Connect.`
          : 'The page where you pressed Connect is not open any more. Open it and connect again.'}
      </p>
    </AuthFrame>
  )
}
