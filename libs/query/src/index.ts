export { Lists } from './documented.js';
export { PageQuery, type Page } from './page.js';
export * from './parameter.js';
export { QueryPipe } from './query.pipe.js';
export { readPage, type ListStatement } from './read-page.js';
export { readQuery } from './read-query.js';
export * from './sql.js';
export { where } from './where.js';
