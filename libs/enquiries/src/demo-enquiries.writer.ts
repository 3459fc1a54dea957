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

/** Stores some enquiries about existing listings of a generated directory, seven hours apart. */
export async function writeDemoEnquiries(executor: SqlExecutor): Promise<void> {
  const rows = ASKED.map((asked) => ({ ...asked, uid: uuidv7() }));
  await executor.execute(sql`
    INSERT INTO enquiries (uid, website_id, listing_id, name, email, phone, message, created_at)
    SELECT uid, website_id, id, name, email, phone, message, now() - (position * interval '7 hours')
    FROM (
      SELECT id, website_id, row_number() OVER (ORDER BY id <> ${LISTING}, id) AS position FROM listings
      WHERE status = 'current' AND website_id = ${ACCOUNT} OR id = ${LISTING}
    ) listing
    JOIN ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS (uid uuid, name text, email text, phone text, message text)) WITH ORDINALITY
      AS asked(uid, name, email, phone, message, position) USING (position) ORDER BY position`);
}
