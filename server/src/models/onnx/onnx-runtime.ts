// The only import of onnxruntime-node, and after the switch: modules are evaluated in this order.
import './no-telemetry.ts'

export { InferenceSession, Tensor } from 'onnxruntime-node'
