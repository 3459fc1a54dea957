import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '@app/config';
import type { Logger } from 'pino';
import { expect } from 'vitest';
import { createApplication } from '../../apps/api/src/bootstrap.js';
import { Contract } from './contract.js';
import { exchange } from './exchange.js';
import { namesRead, namesWritten } from './json-names.js';
import { silentLogger, testSettings } from './settings.js';
import { specFixture } from './spec-fixture.js';
import { createStore, type TestStore } from './store.js';

const SWEEP_MS = 50;

/** A pair of key headers. */
export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The operator of the tests. */
export const operator: Keys = { accessKey: testSettings.rootAccessKey, secretKey: testSettings.rootSecretKey };

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface CallOptions {
  /** The keys to send; by default those of the operator; null sends none. */
  readonly as?: Keys | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The running service on its own database. Every answer is checked against the OpenAPI document. */
export class TestService {
  private constructor(
    readonly app: NestExpressApplication,
    readonly store: TestStore,
    readonly address: string,
    private readonly contract: Contract,
  ) {}

  /** @param store the store of the service, which is dropped with it; by default a copy of the template */
  static async start(settings: Partial<Settings> = {}, store?: TestStore, logger?: Logger): Promise<TestService> {
    return TestService.on(store ?? (await createStore()), settings, logger);
  }

  /** Starts another replica of the service on the same database. It stops before the store is dropped. */
  replica(settings: Partial<Settings> = {}): Promise<TestService> {
    return TestService.on({ ...this.store, drop: () => Promise.resolve() }, settings);
  }

  private static async on(
    store: TestStore,
    settings: Partial<Settings>,
    logger: Logger = silentLogger,
  ): Promise<TestService> {
    const app = await createApplication({ ...testSettings, ...settings }, store.url, logger);
    const server = await app.listen(0, '127.0.0.1');
    const { port } = server.address() as AddressInfo;
    return new TestService(app, store, `http://127.0.0.1:${port}`, Contract.of(app));
  }

  async stop(): Promise<void> {
    const server = this.app.getHttpServer();
    // A connection becomes idle when a test abandons its request, and would stay open for 75 seconds.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await this.app.close();
    clearInterval(sweep);
    await this.store.drop();
  }

  get<Body = never>(path: string, options?: CallOptions): Promise<Answer<Body>> {
    return this.call('GET', path, options);
  }

  post<Body = never>(path: string, body: unknown, options?: CallOptions): Promise<Answer<Body>> {
    return this.call('POST', path, { ...options, body });
  }

  put<Body = never>(path: string, body: unknown, options?: CallOptions): Promise<Answer<Body>> {
    return this.call('PUT', path, { ...options, body });
  }

  delete<Body = never>(path: string, options?: CallOptions): Promise<Answer<Body>> {
    return this.call('DELETE', path, options);
  }

  /** Describes the faults of an answer, or of one of its lines; empty if there are none. */
  faultsOf(...answer: Parameters<Contract['faults']>): string[] {
    return this.contract.faults(...answer);
  }

  /** Sends a request; a string is sent unchanged as the body. */
  async call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const { as = operator, body, headers = {} } = options;
    const {
      status,
      headers: given,
      text,
    } = await exchange(this.address + path, {
      method,
      headers: {
        ...(as ? { 'x-access-key': as.accessKey, 'x-secret-key': as.secretKey } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isCalendar = given.get('content-type')?.startsWith('text/calendar');
    const parsed = (text === '' ? undefined : isCalendar ? text : JSON.parse(text)) as Body;
    // Answers are spliced from texts, so names could occur twice.
    const isClean = isCalendar || namesWritten(text) === namesRead(parsed);
    const faults = isClean ? [] : [`${method} ${path}: a name is there twice`];
    if (method !== 'HEAD') {
      faults.push(...this.contract.faults(method, path, status, given.get('content-type') ?? '', parsed));
      faults.push(...this.contract.missingHeaders(method, path, status, given));
    }
    if (faults.length > 0) expect.fail(faults.join('\n'));
    return { status, headers: given, body: parsed };
  }
}

/** The body of an answer to a create. @throws Error if it has another status */
export function created<Body>({ status, body }: Answer<Body>, expected: number): Body {
  if (status !== expected) throw new Error(`The create was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * The service of a spec file, which runs from before its tests until after them.
 *
 * @param settings a function, if they are known only just before the start
 */
export function specService(
  settings: Partial<Settings> | (() => Partial<Settings>) = {},
  makeStore: () => Promise<TestStore> = createStore,
): TestService {
  return specFixture(async () =>
    TestService.start(typeof settings === 'function' ? settings() : settings, await makeStore()),
  );
}
