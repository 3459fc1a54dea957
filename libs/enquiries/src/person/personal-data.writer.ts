import { sql, SqlExecutor } from '@app/sql';
import { AuditTrail, type AuditEntry, type Author } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { PersonalDataRepository, type PersonalData, type SoughtPerson } from './personal-data.repository.js';

/** An erased row that accounts know by its id. */
interface ErasedRow {
  readonly id: number;
  readonly websiteID: number;
}

/** Erases the data of a person. */
@Injectable()
export class PersonalDataWriter {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly found: PersonalDataRepository,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Deletes all data of a person in one transaction. Audit entries have the counts, and the ids of enquiries and
   * searches, so that their accounts can delete their copies. @returns the deleted data
   */
  erase(author: Author, person: SoughtPerson): Promise<PersonalData> {
    return this.executor.longTransaction(async (executor) => {
      const data = await this.found.findIn(executor, person);
      const { enquiries, searches, deliveries, answers } = data;
      const counts = countsOf(data);
      if (Object.values(counts).every((count) => count === 0)) return data;
      // Triggers delete the messages and the responses of these rows.
      await executor.execute(sql`DELETE FROM enquiries WHERE id = ANY(${enquiries.map(({ id }) => id)}::int[])`);
      await executor.execute(sql`DELETE FROM searches WHERE id = ANY(${searches.map(({ id }) => id)}::int[])`);
      const others = answers.filter(({ isOfRow }) => !isOfRow);
      await executor.execute(sql`
        DELETE FROM idempotent_answers answer USING jsonb_to_recordset(${JSON.stringify(others)}::jsonb)
          AS other(credential int, key text)
        WHERE answer.credential_id = other.credential AND answer.key = other.key`);
      await executor.execute(
        sql`DELETE FROM hook_deliveries WHERE id = ANY(${deliveries.map(({ id }) => id)}::bigint[])`,
      );
      const record = (entry: AuditEntry) => this.trail.record(executor, author, entry);
      const websiteID = person.websiteID ?? null;
      await record({ action: 'delete', resource: 'enquiry', id: null, websiteID, counts });
      for (const row of enquiries) await record(deletionOf('enquiry', row));
      for (const row of searches) await record(deletionOf('search', row));
      return data;
    });
  }
}

const deletionOf = (resource: 'enquiry' | 'search', { id, websiteID }: ErasedRow): AuditEntry => ({
  action: 'delete',
  resource,
  id,
  websiteID,
});

/** The number of rows of each kind. */
export const countsOf = ({ enquiries, searches, messages, deliveries, answers }: PersonalData) => ({
  enquiries: enquiries.length,
  searches: searches.length,
  messages: messages.length,
  deliveries: deliveries.length,
  responses: answers.length,
});
