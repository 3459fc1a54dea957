import 'reflect-metadata';
import { loadStoreSettings } from '@app/config';
import { createDataSource } from '@app/persistence';
import { loadDotEnv, OperatorError } from '@app/process';

loadDotEnv();
const settings = loadStoreSettings(process.env);
// The embedded server runs only while it is in use, and TypeORM's commands do not say when they end.
if (settings.databaseUrl === undefined) throw new OperatorError('DATABASE_URL: must be set for the TypeORM commands');

/** The database of DATABASE_URL, for the command line of TypeORM: `npm run typeorm -- migration:show`. */
export default createDataSource(settings.databaseUrl, settings);
