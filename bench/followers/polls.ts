import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../run/server-process.js';
import type { PostgresCpu } from '../run/postgres-cpu.js';

/** As many as a national portal has partners, and how often they look. */
export const FOLLOWERS = 10_000;
export const EVERY_SECONDS = 30;

/** How polls arrive: a follower's own connection ends between two looks; a proxy keeps its connections. */
export const AGENTS = {
  'each on a connection of its own': new Agent({ keepAlive: false }),
  'through a proxy': new Agent({ keepAlive: true }),
};

/** What is asked, and how. */
interface Poll {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly agent: Agent;
}

/** What polls that find nothing new cost. */
export interface PollCost {
  readonly polls: number;
  /** Statements for each poll but the one that all requests of a moment share. */
  readonly statements: number;
  /** Shares of a core. */
  readonly node: number;
  readonly postgres: number | undefined;
}

/** Polls at the pace of all followers together, each with its cursor and the tag of the answer before. */
export async function measurePolls(
  server: ServerProcess,
  { headers, agent }: Omit<Poll, 'url'>,
  postgres: PostgresCpu | undefined,
  seconds: number,
  signal: AbortSignal,
): Promise<PollCost> {
  const feed = `${server.url}/api/v1/changes`;
  const { cursor } = JSON.parse((await answerTo({ url: `${feed}?since=now`, headers, agent })).body) as Page; // of the feed
  const url = `${feed}?since=${encodeURIComponent(cursor)}&limit=1000`;
  const { etag } = await answerTo({ url, headers, agent });
  const poll = { url, headers: { ...headers, 'if-none-match': etag }, agent };
  await atPace(poll, seconds, signal); // so that its code is compiled
  const [before, ownBefore, begun] = [await server.usage(), postgres?.now(), performance.now()];
  const polls = await atPace(poll, seconds, signal);
  const [after, ownAfter, milliseconds] = [await server.usage(), postgres?.now(), performance.now() - begun];
  const share = (from: number, to: number) => (to - from) / milliseconds;
  return {
    polls,
    statements: (after.statements - before.statements) / polls,
    node: share(before.cpu, after.cpu),
    postgres: ownBefore === undefined || ownAfter === undefined ? undefined : share(ownBefore, ownAfter),
  };
}

interface Page {
  readonly cursor: string;
}

async function atPace(poll: Poll, seconds: number, signal: AbortSignal): Promise<number> {
  const all = Math.round((FOLLOWERS / EVERY_SECONDS) * seconds);
  const begun = performance.now();
  const polls: Promise<void>[] = [];
  const faults: unknown[] = [];
  while (polls.length < all && faults.length === 0) {
    signal.throwIfAborted();
    const due = Math.min(all, ((performance.now() - begun) / 1000) * (FOLLOWERS / EVERY_SECONDS));
    while (polls.length < due) polls.push(idlePoll(poll).catch((error: unknown) => void faults.push(error)));
    await sleep(1);
  }
  await Promise.all(polls);
  if (faults.length > 0) throw new Error('The machine is too busy for so many polls', { cause: faults[0] });
  return all;
}

async function idlePoll(poll: Poll): Promise<void> {
  const { status } = await answerTo(poll);
  if (status !== 304) throw new Error(`An idle poll was answered ${status}`);
}

async function answerTo({ url, headers, agent }: Poll) {
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage]; // what the event comes with
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer); // no encoding is set
  return { status: response.statusCode, etag: response.headers.etag ?? '', body: Buffer.concat(parts).toString() };
}
