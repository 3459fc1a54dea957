export { ConcurrencyLimit } from './concurrency-limit.js';
export { Gate, type Entrant, type Slot } from './gate.js';
export { mainAccountOf, OPERATOR, type Owner } from './owner.js';
