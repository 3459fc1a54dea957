export { FreshnessModule } from './freshness.module.js';
export { momentColumn, Moments } from './moments.js';
export { Memorable } from './remember.interceptor.js';
export { Remembered } from './remembered.js';
export { SharedQuestions } from './shared-questions.js';
