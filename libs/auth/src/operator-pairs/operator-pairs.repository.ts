import { SETTINGS, type Settings } from '@app/config';
import { sealed, sql, type Sql, SqlExecutor } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyPair } from '../credentials.repository.js';
import { hashOf } from '../keys.js';
import type { CreateOperatorPairDto, OperatorPair } from './operator-pair.fields.js';

/** The named key pairs of the operator, which have no account (B54). */
@Injectable()
export class OperatorPairsRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** All pairs, the oldest first. */
  list(): Promise<OperatorPair[]> {
    return this.executor.query(select(sql`TRUE`));
  }

  async find(id: number, executor: SqlExecutor): Promise<OperatorPair | undefined> {
    const [pair] = await executor.query<OperatorPair>(select(sql`credential.id = ${id}`));
    return pair;
  }

  /** @returns the id of the pair */
  async create(executor: SqlExecutor, { accessKey, secretKey }: KeyPair, pair: CreateOperatorPairDto): Promise<number> {
    const [created] = await executor.execute<{ id: number }>(sql`
      INSERT INTO credentials (website_id, access_key, secret_hash, secret_sealed, scope, label)
      VALUES (NULL, ${accessKey}, ${hashOf(secretKey)}, ${sealed(secretKey, this.settings)}, ${pair.scope}, ${pair.label})
      RETURNING id`);
    if (!created) throw new Error('The inserted row was not returned');
    return created.id;
  }

  /** @returns whether the pair existed */
  async remove(executor: SqlExecutor, id: number): Promise<boolean> {
    const removed = await executor.execute(
      sql`DELETE FROM credentials WHERE id = ${id} AND website_id IS NULL RETURNING id`,
    );
    return removed.length > 0;
  }
}

const iso = (column: Sql): Sql => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const select = (condition: Sql): Sql => sql`
  SELECT credential.id, credential.label, credential.access_key AS "accessKey", credential.scope,
    ${iso(sql`credential.created_at`)} AS "createdAt", ${iso(sql`last.used_at`)} AS "lastUsedAt"
  FROM credentials credential LEFT JOIN credential_uses last ON last.credential_id = credential.id
  WHERE credential.website_id IS NULL AND ${condition} ORDER BY credential.id`;
