import type { RequestClass } from '../classes/request-class.js';
import { CONNECTIONS, type Fired, type Load, type Request } from '../load/load.js';
import { ask, type Answer } from './ask.js';
import type { PostgresCpu } from './postgres-cpu.js';
import type { ServerUsage } from './server-probe.js';
import type { ServerProcess } from './server-process.js';
import { isFresh, secondsBefore, type State } from './states.js';
import type { Measured } from './statistics.js';
import { FEWEST, type TargetName } from './target.js';

/** Of these, what is asked again must have been asked. */
const REMEMBERING: ReadonlySet<TargetName> = new Set<TargetName>(['service', 'against']);

/** How long a measurement takes, after the warm-up; and what ends it before. */
export interface Span {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** A class in a state: what is asked. */
export interface Asked {
  readonly requests: RequestClass;
  readonly state: State;
}

/**
 * Which of the requests that must not have been asked are for a server: every so many. With those of another one it would find
 * in the memory of PostgreSQL what that one has made it read.
 */
export interface Turn {
  readonly at: number;
  readonly of: number;
}

/** A server over HTTP, and what asks it. */
export class HttpTarget {
  private readonly etags = new Map<string, string>();
  /** How many of those never asked have been asked, by class. */
  private readonly used = new Map<string, number>();
  /** Requests as a load generator wants them, by the paths that were drawn. */
  private readonly made = new Map<readonly string[], readonly Request[]>();

  constructor(
    readonly name: TargetName,
    readonly server: ServerProcess,
    private readonly headers: Record<string, string>,
    private readonly load: Load,
    private readonly postgres: PostgresCpu | undefined,
    private readonly turn: Turn,
  ) {}

  /** The answer to one request. */
  ask(path: string, more: Record<string, string> = {}): Promise<Answer> {
    return ask(this.server.url + path, { ...this.headers, ...more });
  }

  /**
   * Asks what is not measured, so that code is compiled before anything is measured: requests of a class that were never
   * asked, if it has any.
   */
  async warm({ key, paths, fresh }: RequestClass, { seconds, signal }: Span): Promise<void> {
    const list = (fresh.length > 0 ? this.inTurn(fresh) : paths).map((path) => ({ path }));
    const asked = await this.visit(list, seconds * 1000, signal);
    if (fresh.length > 0) this.used.set(key, asked);
  }

  async measure({ requests, state }: Asked, { seconds, signal }: Span): Promise<Measured> {
    const { key } = requests;
    const list = await this.requestsOf(requests, state);
    const from = await this.warmUp(list, requests, state, signal);
    const before = await this.usage();
    const fired = await this.fire(list, from, { seconds, signal }, statusesOf(requests, state));
    const after = await this.usage();
    if (isFresh(state)) this.used.set(key, from + fired.asked);
    const each = (name: 'cpu' | 'postgres' | 'statements') => {
      const [start, end] = [before[name], after[name]];
      return start === undefined || end === undefined ? undefined : (end - start) / fired.count;
    };
    return {
      rate: fired.count / fired.seconds,
      p50: fired.p50,
      p99: fired.p99,
      node: each('cpu'),
      postgres: each('postgres'),
      statements: each('statements'),
      ...cacheOf(before.answers, after.answers),
      repeated: isFresh(state) ? Math.min(1, Math.max(0, from + fired.asked - list.length) / fired.asked) : undefined,
    };
  }

  private async usage() {
    return { ...(await this.server.usage()), postgres: this.postgres?.now() };
  }

  /** Everything once where it is asked again and remembered, else a few; returns where to go on. */
  private async warmUp(list: readonly Request[], requests: RequestClass, state: State, signal: AbortSignal) {
    const milliseconds = secondsBefore(state) * 1000;
    if (state.kind === 'again' && REMEMBERING.has(this.name)) await this.visit([...new Set(list)], Infinity, signal);
    else if (!isFresh(state)) await this.visit(list, milliseconds, signal);
    else {
      const from = this.used.get(requests.key) ?? 0;
      return from + (await this.visit(list.slice(from), milliseconds, signal));
    }
    return 0;
  }

  /** Asks for so long, or until all are asked; returns how many were. */
  private async visit(list: readonly Request[], milliseconds: number, signal: AbortSignal): Promise<number> {
    const until = performance.now() + milliseconds;
    let at = 0;
    const work = Array.from({ length: CONNECTIONS }, async () => {
      for (let one = list[at++]; one && performance.now() < until; one = list[at++]) {
        signal.throwIfAborted();
        await this.ask(one.path, one.etag ? { 'if-none-match': one.etag } : {});
      }
    });
    await Promise.all(work);
    return Math.min(at, list.length);
  }

  private async fire(list: readonly Request[], from: number, { seconds, signal }: Span, statuses: readonly number[]) {
    const { load, headers } = this;
    const fired = await load.fire({ url: this.server.url, headers, requests: list, from, seconds, statuses, signal });
    if (fired.wrong.size > 0) {
      const said = [...fired.wrong].map(([what, count]) => `${count} x ${what}`).join(', ');
      throw new Error(`${this.name} answered ${said} from ${list[from % list.length]?.path}\n${this.server.lastWords}`);
    }
    return fired.count >= FEWEST ? fired : this.fireFew(list, from + fired.asked);
  }

  /** What is slower than the time that it was given: how long so many take. */
  private async fireFew(list: readonly Request[], from: number): Promise<Fired> {
    const begun = performance.now();
    const few = Array.from({ length: FEWEST }, (_, at) => list[(from + at) % list.length]?.path ?? '');
    const times = await Promise.all(
      few.map(async (path) => {
        await this.ask(path);
        return performance.now() - begun;
      }),
    );
    const sorted = times.sort((a, b) => a - b);
    const most = sorted.at(-1) ?? 0;
    const middle = sorted[FEWEST >> 1] ?? 0;
    return { count: FEWEST, asked: FEWEST, seconds: most / 1000, p50: middle, p99: most, wrong: new Map() };
  }

  private inTurn(fresh: readonly string[]): readonly string[] {
    return fresh.filter((_, number) => number % this.turn.of === this.turn.at);
  }

  private async requestsOf({ paths, fresh, isConditional }: RequestClass, state: State): Promise<readonly Request[]> {
    const drawn = isFresh(state) ? fresh : paths;
    const known = this.made.get(drawn);
    if (known) return known;
    const wanted = isFresh(state) ? this.inTurn(fresh) : paths;
    if (isConditional) await this.learnETags([...new Set(wanted)]);
    const requests = new Map([...new Set(wanted)].map((path) => [path, { path, etag: this.etags.get(path) }]));
    const made = wanted.flatMap((path) => requests.get(path) ?? []);
    this.made.set(drawn, made);
    return made;
  }

  private async learnETags(paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += CONNECTIONS) {
      const batch = paths.slice(at, at + CONNECTIONS);
      const answers = await Promise.all(batch.map((path) => this.ask(path)));
      answers.forEach(({ etag }, index) => this.etags.set(batch[index] ?? '', etag));
    }
  }
}

type Answers = ServerUsage['answers'];

/** What became of lists; nothing where no lists were asked for, or the build does not say. */
function cacheOf(before: Answers, after: Answers): Pick<Measured, 'hits' | 'drops'> {
  const of = (...events: (keyof Answers)[]) => events.reduce((sum, event) => sum + after[event] - before[event], 0);
  const all = of('hit', 'unchanged', 'miss'); // what is shared was missed first
  return all > 0 ? { hits: of('hit', 'unchanged', 'shared') / all, drops: of('drop') / all } : {};
}

/** What has been written since has another ETag. */
const statusesOf = ({ isConditional }: RequestClass, { kind }: State): number[] =>
  isConditional ? (kind === 'written' ? [304, 200] : [304]) : [200];
