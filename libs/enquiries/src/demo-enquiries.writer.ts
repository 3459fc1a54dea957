import { sql, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';

/** The account and listing in the examples of the document. */
const [ACCOUNT, LISTING] = [1, 239];

const ASKED = [
  ['Ann Smith', 'ann@visitors.example', '', 'May I see the house on Saturday morning?'],
  ['Jun Nguyen', '', '0491 570 156', 'Is the street quiet at night?'],
  ['Mia Rossi', 'mia@visitors.example', '0491 570 157', 'Are dogs allowed?'],
  ['Sam Taylor', 'sam@visitors.example', '', 'When was the roof renewed, and may I have the contract of sale?'],
  ['Zoë Papas', '', '0491 570 158', 'Could you call me after five?'],
].map(([name, email, phone, message]) => ({ name, email, phone, message }));

/** To an agent of the account, and to the account. */
const DIRECT = [
  { name: 'Lee Wong', email: 'lee@visitors.example', message: 'Do you also manage rentals?' },
  {
    kind: 'appraisal',
    name: 'Eva Novak',
    email: 'eva@visitors.example',
    address: '12 King Street, Carlton VIC 3053',
    message: 'We plan to sell in spring. What is our house worth?',
  },
].map((asked) => ({ kind: 'general', address: '', ...asked }));

/**
 * Stores some enquiries of a generated directory: about existing listings, seven hours apart, to an agent, and to an
 * account.
 */
export async function writeDemoEnquiries(executor: SqlExecutor): Promise<void> {
  const rows = ASKED.map((asked) => ({ ...asked, uid: uuidv7() }));
  await executor.execute(sql`
    INSERT INTO enquiries (uid, website_id, kind, listing_id, name, email, phone, message, created_at)
    SELECT uid, website_id, 'listing', id, name, email, phone, message, now() - (position * interval '7 hours')
    FROM (
      SELECT id, website_id, row_number() OVER (ORDER BY id <> ${LISTING}, id) AS position FROM listings
      WHERE status = 'current' AND website_id = ${ACCOUNT} OR id = ${LISTING}
    ) listing
    JOIN ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS (uid uuid, name text, email text, phone text, message text)) WITH ORDINALITY
      AS asked(uid, name, email, phone, message, position) USING (position) ORDER BY position`);
  const direct = DIRECT.map((asked) => ({ ...asked, uid: uuidv7() }));
  await executor.execute(sql`
    INSERT INTO enquiries (uid, website_id, kind, agent_id, name, email, phone, address, message, created_at)
    SELECT uid, ${ACCOUNT}::int, kind, CASE kind WHEN 'general' THEN agent END, name, email, '', address, message, now()
    FROM jsonb_to_recordset(${JSON.stringify(direct)}::jsonb)
      AS asked(uid uuid, kind text, name text, email text, address text, message text),
      (SELECT min(id) AS agent FROM agents WHERE website_id = ${ACCOUNT}::int) first`);
}
