import { Client } from 'pg';
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
    // A connection that is being made when the process ends is reset.
    return (
      error instanceof Error && 'code' in error && (error.code === CANNOT_CONNECT_NOW || error.code === 'ECONNRESET')
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
