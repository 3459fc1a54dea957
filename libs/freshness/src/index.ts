export { FreshnessModule } from './freshness.module.js';
export { Moments } from './moments.js';
export { Memorable } from './remember.interceptor.js';
export { Remembered } from './remembered.js';
