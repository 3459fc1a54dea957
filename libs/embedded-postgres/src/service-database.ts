import { createHmac } from 'node:crypto';
import { Client } from 'pg';

/** The role that the service connects with: an ordinary role that owns only the database. */
const ROLE = 'service';
const DATABASE = 'directory';

/** The service's database on a server. */
export interface ServiceDatabase {
  /** `postgres://...` with the ordinary role. */
  readonly url: string;
  /** `postgres://...` with the superuser, for administration. */
  readonly adminUrl: string;
}

/**
 * Creates the role and its database if they do not exist. A database owned by the superuser, as in older versions, is
 * transferred to the role with all its contents. Call it under the server's lock.
 *
 * @param superuser a URL with the superuser, of any database
 */
export async function ensureServiceDatabase(superuser: URL): Promise<ServiceDatabase> {
  const adminUrl = at(superuser, DATABASE);
  // Derived from the superuser's password, which cannot be computed from it.
  const password = createHmac('sha256', superuser.password).update(ROLE).digest('base64url');
  await connected(at(superuser, 'postgres'), async (client) => {
    if (!(await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE])).rowCount) {
      await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${password}'`);
    }
    if (!(await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])).rowCount) {
      await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
    }
  });
  await connected(adminUrl, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_database WHERE datname = current_database() AND datdba <> $1::regrole`,
      [ROLE],
    );
    if (rowCount) await client.query(GIVE_ALL);
  });
  const url = new URL(adminUrl);
  url.username = ROLE;
  url.password = password;
  return { url: url.href, adminUrl };
}

/**
 * The database and its tables, views, sequences, functions and types; without the objects of extensions, and without
 * the sequences of columns, which follow their tables. One transaction, like every DO block.
 */
const GIVE_ALL = `DO $$
DECLARE command text;
BEGIN
  FOR command IN
    SELECT format('ALTER TABLE %s OWNER TO ${ROLE}', oid::regclass) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('e', 'a', 'i'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${ROLE}', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${ROLE}', oid::regtype) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e', 'r') AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e')
  LOOP
    EXECUTE command;
  END LOOP;
  EXECUTE 'ALTER DATABASE ${DATABASE} OWNER TO ${ROLE}';
END $$`;

function at(server: URL, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

async function connected(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
