export { loadDotEnv } from './dot-env.js';
export { faultLine, waitLine, OperatorError } from './fault-line.js';
export { inTime } from './in-time.js';
export { NETWORK_ERRORS } from './network-errors.js';
export { parseUrl } from './parse-url.js';
export { release, releaseName } from './release.js';
export { withSmallHeap } from './small-heap.js';
export { aborted, Interruption, stopSignals, type StopSignals } from './stop-signals.js';
export { Worker } from './worker.js';
