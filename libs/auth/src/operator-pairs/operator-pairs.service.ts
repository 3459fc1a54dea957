import { problems, type Identifier } from '@app/http';
import { Writes, type Author } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../caller.js';
import { newAccessKey, newSecretKey } from '../keys.js';
import { ensureOperator } from '../rights.js';
import type { CreateOperatorPairDto, OperatorPair, OperatorPairWithSecret } from './operator-pair.fields.js';
import { OperatorPairsRepository } from './operator-pairs.repository.js';

/** The operator, as the author of a request or a command. */
type Owner = Author & Caller;

/** Named pairs of the operator (B54). */
@Injectable()
export class OperatorPairsService {
  constructor(
    private readonly pairs: OperatorPairsRepository,
    private readonly writes: Writes,
  ) {}

  list(): Promise<OperatorPair[]> {
    return this.pairs.list();
  }

  /** @throws FORBIDDEN */
  create(owner: Owner, body: CreateOperatorPairDto): Promise<OperatorPairWithSecret> {
    ensureOperator(owner);
    return this.writes.run(owner, async (executor, audit) => {
      const keys = { accessKey: newAccessKey(), secretKey: newSecretKey() };
      const id = await this.pairs.create(executor, keys, body);
      await audit({ action: 'create', resource: 'credential', id, websiteID: null });
      const pair = await this.pairs.find(id, executor);
      if (!pair) throw new Error('The created pair does not exist');
      return { ...pair, ...keys };
    });
  }

  /** Revokes a pair immediately. @throws NOT_FOUND, FORBIDDEN */
  remove(owner: Owner, id: Identifier): Promise<OperatorPair> {
    ensureOperator(owner);
    return this.writes.run(owner, async (executor, audit) => {
      const pair = typeof id === 'number' ? await this.pairs.find(id, executor) : undefined;
      // Another request may have deleted it in the meantime.
      if (!pair || !(await this.pairs.remove(executor, pair.id))) throw problems.notFound('credential');
      await audit({ action: 'delete', resource: 'credential', id: pair.id, websiteID: null });
      return pair;
    });
  }
}
