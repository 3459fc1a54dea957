export { AuditModule } from './audit.module.js';
export { WriteTracesModule } from './write-traces.module.js';
export { WriteTracesJob } from './write-traces.job.js';
