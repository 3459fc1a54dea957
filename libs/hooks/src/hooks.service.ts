import { randomUUID } from 'node:crypto';
import { SETTINGS, type Settings } from '@app/config';
import { mainAccountOf, type Owner } from '@app/fairness';
import { ensureMayWrite, type CallingAuthor } from '@app/auth';
import { problems } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { Writes, type AuditAction } from '@app/writes';
import type { SqlExecutor } from '@app/sql';
import { timeOf } from '@app/schema';
import { Inject, Injectable } from '@nestjs/common';
import { HookCommandsRepository } from './hook-commands.repository.js';
import type { AcceptedReplay, HookItem, HookPing, HookSecret } from './dto/hook.fields.js';
import type { HookDeliveriesQuery, HooksQuery } from './filters/hook.filters.js';
import { HooksRepository, type HookPath, type KnownHook } from './hooks.repository.js';
import { HooksWriter } from './hooks.writer.js';
import type { Message } from './messages/hook-messages.service.js';
import { hostOf, ReceivingHosts } from './sending/receiving-hosts.js';
import { HookSender } from './sending/hook.sender.js';
import { HookSigner } from './signing/hook.signer.js';

const DAY_MS = 24 * 3_600_000;
const ACCEPTED: AcceptedReplay = { message: 'Replay accepted' };

/** Counts a message against the rate limit of a main account. @throws TOO_MANY_REQUESTS */
export type CountMessage = (owner: Owner) => void;

/** Reads and changes hooks for their owners. */
@Injectable()
export class HooksService {
  constructor(
    private readonly hooks: HooksRepository,
    private readonly writer: HooksWriter,
    private readonly commands: HookCommandsRepository,
    private readonly writes: Writes,
    private readonly signer: HookSigner,
    private readonly sender: HookSender,
    private readonly hosts: ReceivingHosts,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly pages: PageReader,
  ) {}

  async list(account: HookPath['account'], query: HooksQuery): Promise<Page> {
    return await this.pages.read(this.hooks.list(query, account));
  }

  /** The hooks of an account, or of all accounts, without pages; for the command line. */
  all(account: number | undefined): Promise<HookItem[]> {
    return this.hooks.all(account === undefined ? {} : { account });
  }

  /** @throws NOT_FOUND */
  async read(path: HookPath): Promise<KnownHook> {
    return known(await this.hooks.find(path));
  }

  /** @throws NOT_FOUND */
  async deliveries(path: HookPath, query: HookDeliveriesQuery): Promise<Page> {
    const { hookID } = await this.read(path);
    return await this.pages.read(this.hooks.deliveries(query, hookID));
  }

  /** @throws NOT_FOUND */
  async secret(path: HookPath): Promise<HookSecret> {
    return await this.secretOf(await this.read(path), new Date());
  }

  /** Creates a new secret; for a day, messages are also signed with the former one. @throws NOT_FOUND, FORBIDDEN */
  rotate(author: CallingAuthor, path: HookPath): Promise<HookSecret> {
    return this.write(author, path, 'rotate', async (executor, hook) => {
      const now = new Date();
      await this.writer.rotate(executor, hook, now);
      return await this.secretOf({ ...hook, generation: hook.generation + 1, rotatedAt: now }, now);
    });
  }

  /** Enables a disabled hook, or ends its backoff. @throws NOT_FOUND, FORBIDDEN */
  enable(author: CallingAuthor, path: HookPath): Promise<HookItem> {
    return this.write(author, path, 'enable', async (executor, hook) => {
      await this.commands.enable(executor, hook.hookID);
      const [item] = await this.hooks.all(path, executor);
      return item ?? missing();
    });
  }

  /** Replays all messages since a time. @throws INVALID_BODY, NOT_FOUND, FORBIDDEN, REPLAY_UNDER_WAY */
  replay(author: CallingAuthor, path: HookPath, since: string): Promise<AcceptedReplay> {
    const { changesRetention: days } = this.settings;
    const age = Date.now() - timeOf(since).getTime();
    if (age < 0 || age > days * DAY_MS)
      throw problems.invalidBody([{ field: 'since', message: `must be a time within the last ${days} days` }]);
    return this.write(author, path, 'replay', async (executor, hook) => {
      await this.writer.rewind(executor, hook, timeOf(since));
      return ACCEPTED;
    });
  }

  /** Sends one message again. @throws NOT_FOUND, FORBIDDEN */
  redeliver(author: CallingAuthor, path: HookPath, message: Message): Promise<AcceptedReplay> {
    return this.write(author, path, 'replay', async (executor, { hookID }) => {
      await this.commands.redeliver(executor, hookID, message);
      return ACCEPTED;
    });
  }

  /**
   * Sends a test message immediately, to a hook in any state.
   * @throws NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS (also for the receiving host)
   */
  async ping(author: CallingAuthor, path: HookPath, count: CountMessage): Promise<HookPing> {
    const hook = await this.counted(author, path, count);
    const [deliveryID, at, start] = [`ping_${randomUUID()}`, new Date(), performance.now()];
    const data = { websiteID: hook.websiteID, hookID: hook.hookID };
    const body = JSON.stringify({ type: 'ping', timestamp: at.toISOString(), data });
    const headers = await this.signer.headersOf(hook, { id: deliveryID, at, body });
    const leaveHost = this.hosts.tryAcquire(hostOf(hook.url), { owner: mainAccountOf(hook), trust: 'answered' });
    if (!leaveHost) throw problems.tooManyRequests(1);
    // Never aborted, because the sender has its own timeout.
    const { signal } = new AbortController();
    const { status, reason, excerpt } = await this.sender
      .send(hook.url, { ...headers }, body, signal)
      .finally(leaveHost);
    const ping = { deliveryID, status, durationMs: Math.round(performance.now() - start), reply: reason ?? excerpt };
    return this.write(author, path, 'ping', async (executor) => {
      await this.writer.log(executor, hook.hookID, { ...ping, at });
      return ping;
    });
  }

  /**
   * The hook of a request that sends messages; the request is counted. @throws NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS
   */
  async counted(author: CallingAuthor, path: HookPath, count: CountMessage): Promise<KnownHook> {
    const hook = await this.read(path);
    ensureMayWrite(author, hook);
    count(mainAccountOf(hook));
    return hook;
  }

  private async secretOf(hook: KnownHook, at: Date): Promise<HookSecret> {
    const { secret, former } = await this.signer.secretsOf(hook, at);
    return { secret, formerSecret: former?.secret ?? null, formerUntil: former?.until.toISOString() ?? null };
  }

  /** Locks the row of a hook, runs a write, and audits it. @throws NOT_FOUND, FORBIDDEN */
  private write<T>(
    author: CallingAuthor,
    path: HookPath,
    action: AuditAction,
    work: (executor: SqlExecutor, hook: KnownHook) => Promise<T>,
  ): Promise<T> {
    return this.writes.run(author, async (executor, audit) => {
      const hook = known(await this.writer.lock(executor, path));
      ensureMayWrite(author, hook);
      const done = await work(executor, hook);
      await audit({ action, resource: 'hook', id: hook.hookID, websiteID: hook.websiteID });
      return done;
    });
  }
}

/** @throws NOT_FOUND */
const known = (hook: KnownHook | undefined): KnownHook => hook ?? missing();

/** @throws NOT_FOUND */
function missing(): never {
  throw problems.notFound('hook');
}
