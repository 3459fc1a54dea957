export { AuditModule } from './audit.module.js';
export { WriteTracesModule } from './write-traces.module.js';
export { WriteTracesRepository } from './write-traces.repository.js';
