import { sql, SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';

/** Stores when key pairs were last used. */
@Injectable()
export class CredentialUsesRepository {
  constructor(private readonly executor: SqlExecutor) {}

  /** Stores uses in one statement. @param ages the milliseconds since the last use of each pair, by its id */
  async save(ages: ReadonlyMap<number, number>): Promise<void> {
    // Rows are locked in the order of ids, so that replicas do not deadlock.
    await this.executor.execute(sql`
      INSERT INTO credential_uses (credential_id, used_at)
      SELECT credential.id, clock_timestamp() - make_interval(secs => given.age / 1000)
      FROM unnest(${[...ages.keys()]}::int[], ${[...ages.values()]}::float8[]) AS given(id, age)
      JOIN credentials credential ON credential.id = given.id ORDER BY credential.id FOR KEY SHARE OF credential
      ON CONFLICT (credential_id) DO UPDATE SET used_at = greatest(credential_uses.used_at, excluded.used_at)`);
  }
}
