import { isMainThread } from 'node:worker_threads'

const SWITCH = 'ORT_DISABLE_TELEMETRY'

/**
 * ONNX Runtime 1.30 sends usage data to its vendor: on load it writes a device id and a queue of
 * events below the user's cache folder and a log to the temporary folder, then looks up the vendor's
 * host. Its library reads this switch from the process environment. A worker thread has only a copy
 * of that, so the switch is set in the main thread, and a thread that was started without it loads
 * nothing.
 */
if (isMainThread) process.env[SWITCH] = '1'
else if (process.env[SWITCH] !== '1') {
  throw new Error(`The main thread did not set ${SWITCH}: import no-telemetry.ts there first.`)
}
