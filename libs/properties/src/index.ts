export { Property } from './entities/property.entity.js';
export { PropertiesModule } from './properties.module.js';
export { resolveProperties, type PropertySeed } from './property.writer.js';
