export { AuditModule } from './audit.module.js';
export { WriteTracesRepository } from './write-traces.repository.js';
