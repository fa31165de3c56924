import type { InferenceSession as Session, Tensor as AnyTensor } from 'onnxruntime-node'
import './no-telemetry.ts'

// The only import of onnxruntime-node, and after the switch. Dynamic, because a bundler would move a
// static import of another package in front of it.
const runtime = await import('onnxruntime-node')

export const { InferenceSession, Tensor } = runtime
export type InferenceSession = Session
export type Tensor = AnyTensor
