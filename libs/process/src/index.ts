export { loadDotEnv } from './dot-env.js';
export { faultLine, waitLine } from './fault-line.js';
export { inTime } from './in-time.js';
export { OperatorError } from './operator.error.js';
export { parseUrl } from './parse-url.js';
export { RecurringFault } from './recurring-fault.js';
export { release, releaseName } from './release.js';
export { withSmallHeap } from './small-heap.js';
export { aborted, Interruption, stopSignals, type StopSignals } from './stop-signals.js';
