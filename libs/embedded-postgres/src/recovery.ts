import { Client, DatabaseError } from 'pg';
import { SUPERUSER } from './postgres-cluster.js';

/** What PostgreSQL says before it asks who connects. */
const CANNOT_CONNECT_NOW = '57P03';

/** Whether a server recovers from the end of one of its processes: it takes no connections until it has. */
export async function isRecovering(port: number, password: string): Promise<boolean> {
  const client = new Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    return error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW;
  } finally {
    await client.end().catch(() => undefined);
  }
}
