import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from './cn.ts'

const copiedHintMs = 3000

/** A text with a control that copies it; "Copied" shows for three seconds. */
export function CopyText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <span className={cn('text-12 inline-flex min-w-0 items-center gap-1 font-mono', className)}>
      <span className="truncate">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedHintMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const Icon = isCopied ? Check : Copy
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        aria-label={`Copy ${label}`}
        className="text-fg-3 hover:bg-hover hover:text-fg grid size-6 shrink-0 place-items-center rounded-sm"
        onClick={copy}
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
      <output className="bg-fg text-canvas text-12 absolute top-1/2 left-full z-10 ml-1 -translate-y-1/2 rounded-md px-2 py-1 font-sans empty:hidden">
        {isCopied ? 'Copied' : ''}
      </output>
    </span>
  )
}
