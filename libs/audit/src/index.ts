export type { AuditItem } from './audit.fields.js';
export { AuditModule } from './audit.module.js';
export { AuditService } from './audit.service.js';
export { WriteTracesModule } from './write-traces.module.js';
export { WriteTracesRepository } from './write-traces.repository.js';
