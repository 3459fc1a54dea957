import { select } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { Request } from 'express';
import sql from 'sql-template-tag';
import { EntityManager } from 'typeorm';

/**
 * The transactions that are visible now, and the start of the server they are numbered by. PostgreSQL gives each writing
 * transaction a number and a snapshot names those that count, so equal texts mean equal data, on every replica of the
 * service, without a counter that writers would queue for.
 */
const MOMENT = sql`SELECT pg_current_snapshot()::text || ' ' || extract(epoch FROM pg_postmaster_start_time()) AS moment`;

/** What is committed, as one text: a moment. */
@Injectable()
export class Moments {
  private readonly known = new WeakMap<Request, Promise<string>>();
  private underway: Promise<unknown> = Promise.resolve();
  private next: Promise<string> | undefined;

  constructor(@InjectEntityManager() private readonly store: EntityManager) {}

  /** A moment that is not older than the request; asked for once a request. */
  of(request: Request): Promise<string> {
    let moment = this.known.get(request);
    if (!moment) {
      moment = this.now();
      this.known.set(request, moment);
    }
    return moment;
  }

  /**
   * A moment that is not older than the call. Who asks while a question is under way shares the next one, which is sent
   * after they asked: under load one statement serves many requests.
   */
  private now(): Promise<string> {
    this.next ??= this.ask();
    return this.next;
  }

  private async ask(): Promise<string> {
    await this.underway;
    this.next = undefined;
    const answer = select<{ moment: string }>(this.store, MOMENT, 'moment');
    this.underway = answer.catch(() => undefined);
    const [now] = await answer;
    return now?.moment ?? '';
  }
}
