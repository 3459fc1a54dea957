export { PropertyResponse } from './dto/property.fields.js';
export { PropertiesExportQuery, propertyExport } from './documents/property.export.js';
export { PropertiesQuery } from './filters/property.filters.js';
export { PropertiesRepository } from './properties.repository.js';
export { PropertiesModule } from './properties.module.js';
