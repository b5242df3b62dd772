import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { type FlowMergeForm, flowMergeForm, withoutLeftOut } from './flow-merge-form.ts'

const checked = zodResolver(flowMergeForm)

/** Checks a flow merge without the parts that it leaves out. */
export const flowMergeResolver: Resolver<FlowMergeForm> = (form, context, options) =>
  checked(withoutLeftOut(form), context, options)
