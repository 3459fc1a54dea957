export { PropertyDocumentEntity } from './entities/property-document.entity.js';
export { PropertyEntity } from './entities/property.entity.js';
export { PropertyResponse } from './property.fields.js';
export { PropertiesExportQuery, propertyExport } from './property.export.js';
export { PropertiesQuery } from './property.filters.js';
export { PropertiesRepository } from './properties.repository.js';
export { PropertiesModule } from './properties.module.js';
export { resolveProperties, type PropertySeed, type ResolvedProperties } from './property.writer.js';
