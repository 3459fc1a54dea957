export { ConcurrencyLimit } from './concurrency-limit.js';
export { Gate, type Entrant } from './gate.js';
export * from './requester.js';
export { cpuTime } from './cpu-turns.js';
export { TimeSlice } from './time-slice.js';
export { Turns } from './turns.js';
