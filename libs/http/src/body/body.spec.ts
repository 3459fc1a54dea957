import { gzipSync } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text, count, Field, ListOf, Nested, Required, validate } from '@app/schema';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchConnections } from '../connection/watch-connections.js';
import { answerOf, headOf, listen, type Listening, type WireAnswer } from '../../../../test/http/listening.js';
import { problemBody } from '../problem-body.js';
import type { Fault, Problem } from '../problem.js';
import { setOwner } from '../request-owner.js';
import { BodyPipe } from './body.pipe.js';
import { hasBody, streamBody } from './stream-body.js';
import { parseJson, readJsonBody } from './read-json-body.js';

/** The time limit of a body: long enough for a body sent at once, short enough for a test. */
const BODY_SECONDS = 0.4;

let listening: Listening;

beforeAll(async () => {
  listening = await listen((request, response) => {
    setOwner(request, { owner: 1 });
    readJsonBody(request, response, BODY_SECONDS)
      .then((value) => response.end(JSON.stringify({ value })))
      .catch((problem: Problem) => {
        response.statusCode = problem.getStatus();
        response.end(problemBody(problem, 'r', ''));
      });
  });
  watchConnections(listening.server, pino({ level: 'silent' }));
});

afterAll(() => listening.close());

const JSON_TYPE = 'Content-Type: application/json';

/** Sends a body of known length. */
const post = async (body: string | Uint8Array, ...lines: string[]): Promise<WireAnswer> =>
  answerOf(await listening.exchange(headOf('POST', '/', `Content-Length: ${Buffer.byteLength(body)}`, ...lines), body));

/** Sends chunks, then these bytes. */
const postChunks = async (chunks: readonly string[], end = '0\r\n\r\n'): Promise<WireAnswer> => {
  const pieces = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
  return answerOf(
    await listening.exchange(headOf('POST', '/', JSON_TYPE, 'Transfer-Encoding: chunked'), pieces.join('') + end),
  );
};

const outcomeOf = ({ status, text: body }: WireAnswer): unknown[] => {
  const { value, code } = JSON.parse(body) as { value?: unknown; code?: string };
  return [status, code ?? value];
};

describe('hasBody', () => {
  it.each<[IncomingMessage['headers'], boolean]>([
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-length': '1' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
    [{ 'content-type': 'application/json' }, false],
  ])('%j: %s', (headers, has) => {
    expect(hasBody({ headers } as IncomingMessage)).toBe(has);
  });
});

describe('the body of a request', () => {
  it.each([
    ['application/json', 200],
    ['Application/JSON; charset=UTF-8', 200],
    ['application/json;charset="utf-8"', 200],
    ['application/json; charset=latin1', 415],
    ['application/problem+json', 415],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application', 415],
    ['', 415],
  ])('with the type %j is answered %i', async (type, status) => {
    expect((await post('{"a":1}', `Content-Type: ${type}`)).status).toBe(status);
  });

  it('is refused if it is compressed', async () => {
    const body = gzipSync('{"a":1}');
    expect((await post(body, JSON_TYPE, 'Content-Encoding: gzip')).status).toBe(415);
    expect((await post('{"a":1}', JSON_TYPE, 'Content-Encoding: Identity')).status).toBe(200);
  });

  it('is not waited for if the client has disconnected', async () => {
    const requests: [IncomingMessage, ServerResponse][] = [];
    const other = await listen((...request) => requests.push(request));
    const client = await other.open();
    client.write(headOf('POST', '/', JSON_TYPE, 'Content-Length: 7'));
    await expect.poll(() => requests.length).toBe(1);
    client.destroy();
    const [request, response] = requests[0]!;
    await expect.poll(() => request.closed).toBe(true);
    await expect(readJsonBody(request, response, 3_600)).rejects.toMatchObject({ code: 'MALFORMED_REQUEST' });
    await other.close();
  });

  it('may be missing', async () => {
    const answer = answerOf(await listening.exchange(headOf('POST', '/', 'Content-Length: 0')));
    expect([answer.status, answer.text]).toEqual([200, '{}']);
  });

  it.each<[string, unknown[]]>([
    ['{"a":"é🏠"}', [200, { a: 'é🏠' }]],
    ['\uFEFF{"a":1}', [200, { a: 1 }]],
    [' [1, 2] ', [200, [1, 2]]],
    ['null', [200, null]],
    ['"text"', [200, 'text']],
    ['{"a":1', [400, 'MALFORMED_REQUEST']],
    ['{a:1}', [400, 'MALFORMED_REQUEST']],
    ['{"a":NaN}', [400, 'MALFORMED_REQUEST']],
    ['\uFEFF\uFEFF1', [400, 'MALFORMED_REQUEST']],
    ['   ', [400, 'MALFORMED_REQUEST']],
    ['{"a":false,"a":true}', [400, 'MALFORMED_REQUEST']],
    ['[{"a":{"b":1,"\\u0062":2}}]', [400, 'MALFORMED_REQUEST']],
    ['{"__proto__":1,"__proto__":{}}', [400, 'MALFORMED_REQUEST']],
  ])('%j is parsed as %j', async (body, outcome) => {
    expect(outcomeOf(await post(body, JSON_TYPE))).toEqual(outcome);
  });

  it('must be UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xe9, 0x22]))).toThrow('The body is not UTF-8.');
    expect(() => parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow('The body is not UTF-8.');
  });

  it('cannot set a prototype', () => {
    const value = parseJson(Buffer.from('{"__proto__":{"admin":true}}')) as { admin?: boolean };
    expect(value.admin).toBeUndefined();
  });

  it.each<[string, readonly string[], unknown[]]>([
    ['in pieces', ['{"a', '":', '1}'], [200, { a: 1 }]],
    ['cut within a letter', ['"\u00e9', '"'], [200, '\u00e9']],
    ['with too many bytes', Array.from({ length: 18 }, () => ' '.repeat(64 * 1024)), [413, 'BODY_TOO_LARGE']],
  ])('is accepted if it is sent %s', async (_, chunks, outcome) => {
    expect(outcomeOf(await postChunks(chunks))).toEqual(outcome);
  });

  it('may have exactly the largest size', async () => {
    expect((await post(`"${'x'.repeat(1024 * 1024 - 2)}"`, JSON_TYPE)).status).toBe(200);
  });

  it('with malformed chunks ends the request', async () => {
    const answer = await postChunks(['{"a":'], 'zz\r\n');
    expect(outcomeOf(answer)).toEqual([400, 'MALFORMED_REQUEST']);
  });
});

describe('a body that is compressed with gzip', () => {
  const open = async () => {
    const outcomes: unknown[] = [];
    const other = await listen((request, response) => {
      const limits = { megabytes: 1, seconds: BODY_SECONDS };
      const read = async () => {
        const pieces: Buffer[] = [];
        for await (const piece of streamBody(request, response, limits)) pieces.push(piece);
        return Buffer.concat(pieces).toString();
      };
      const answer = async () => {
        const outcome = await read().catch(({ code, detail }: Problem) => `${code} ${detail}`);
        outcomes.push(outcome);
        response.end(JSON.stringify(outcome));
      };
      void answer();
    });
    return { other, outcomes };
  };

  const whole = gzipSync('text');
  const cut = whole.subarray(0, 12);
  const invalid = (reason: string) => `MALFORMED_REQUEST The body is not valid gzip: ${reason}.`;
  const large = 'BODY_TOO_LARGE A body must not be larger than 1 MB.';
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024, 'x'));
  it.each<[string, Uint8Array[], string]>([
    ['whole', [whole], 'text'],
    ['of two members', [whole, whole], 'texttext'],
    ['padded', [whole, Buffer.alloc(20)], 'text'],
    ['plain', [Buffer.from('<propertyList/>')], invalid('incorrect header check')],
    ['cut', [cut], invalid('unexpected end of file')],
    ['of a second member that is cut', [whole, cut], invalid('unexpected end of file')],
    ['of another checksum', [whole.subarray(0, -8), Buffer.alloc(8, 1)], invalid('incorrect data check')],
    ['followed by garbage', [whole, Buffer.from('garbage')], invalid('incorrect header check')],
    ['of the largest size', [megabyte], 'x'.repeat(1024 * 1024)],
    ['too large', [megabyte, whole], large],
    ['a bomb', Array.from({ length: 500 }, () => megabyte), large],
  ])('is read if it is %s', async (_, members, outcome) => {
    const { other } = await open();
    const body = Buffer.concat(members);
    const head = headOf('POST', '/', `Content-Length: ${body.length}`, 'Content-Encoding: X-GZIP');
    expect(JSON.parse(answerOf(await other.exchange(head, body)).text)).toBe(outcome);
    await other.close();
  });

  it('may not be idle, nor end early', async () => {
    const { other, outcomes } = await open();
    for (const isGone of [false, true]) {
      const client = await other.open();
      client.write(headOf('POST', '/', 'Content-Length: 100', 'Content-Encoding: gzip'));
      client.write(cut);
      if (isGone) setTimeout(() => client.destroy(), 100);
    }
    await expect
      .poll(() => outcomes)
      .toEqual(['MALFORMED_REQUEST The body is incomplete.', expect.stringContaining('REQUEST_TIMEOUT')]);
    await other.close();
  });
});

class Room {
  @Field(text(5), 'Its name') name: string;
}

class House {
  @Field(text(3), 'Its colour', { notNullable: true }) @Required() colour: string;
  @Field(count, 'Floors') floors: number;
  @Nested(() => Room, 'The hall') hall: Room;
  @ListOf(() => Room, 'Rooms', { max: 2 }) rooms: Room[];
}

describe('BodyPipe (D9, D17)', () => {
  const pipe = new BodyPipe();
  const read = (value: unknown) => pipe.transform(value, { type: 'body', metatype: House });

  /** The faults of a body as FIELD: MESSAGE. */
  const faultsOf = async (value: unknown): Promise<Record<string, string>> => {
    const problem: unknown = await read(value).catch((error: unknown) => error);
    const errors = ((problem as Problem).extras?.errors ?? []) as Extract<Fault, { field: string }>[];
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  };

  it.each([[undefined], [null], [[]], ['x'], [5], [true]])('refuses %j, because a body is an object', async (value) => {
    expect(await faultsOf(value)).toEqual({ body: 'must be a JSON object' });
  });

  it('truncates a long path of a fault', async () => {
    const [field = ''] = Object.keys(await faultsOf({ colour: 'red', ['x'.repeat(5000)]: 1 }));
    expect(field).toBe(`${'x'.repeat(200)}...`);
  });

  it('finds the same faults as a bundle import, which uses the same declarations', async () => {
    const leaf = fc.oneof(
      fc.constantFrom('', 'red', 'too long', null, -1, 0, 3, 1.5, true),
      fc.constant([]),
      fc.constant({}),
    );
    const room = fc.record({ name: leaf, door: leaf }, { requiredKeys: [] });
    const body = fc.record(
      {
        colour: leaf,
        floors: leaf,
        hall: fc.oneof(leaf, room),
        rooms: fc.oneof(leaf, fc.array(fc.oneof(leaf, room), { maxLength: 3 })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const expected = validate(House, value).map(({ field }) => field);
        expect(Object.keys(await faultsOf(structuredClone(value))).sort()).toEqual(expected.sort());
      }),
      { numRuns: 200 },
    );
  });

  it('passes other arguments through', async () => {
    expect(await pipe.transform('7', { type: 'param', metatype: String })).toBe('7');
    expect(await pipe.transform(7, { type: 'custom' })).toBe(7);
  });
});
