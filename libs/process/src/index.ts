export { aborted, Interruption, stopSignals, type StopSignals } from './stop-signals.js';
