export { ConcurrencyLimit } from './concurrency-limit.js';
export { Gate, type Entrant, type Slot } from './gate.js';
export { currentRequester, runRequest, setRequester, type Requester } from './requester.js';
export { mainAccountOf, OPERATOR, type Owner } from './owner.js';
