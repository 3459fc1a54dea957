export { ExportsModule } from './exports.module.js';
export { ExportsService } from './exports.service.js';
