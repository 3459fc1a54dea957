import type { Chance } from '../../../bench/classes/chance.js';
import { WORST_READS } from '../../../bench/worst/reads.js';
import { encoded, largeJson, oddJson, ODD_NAMES, oddText } from './hostile-values.js';
import type { ListParameter } from '../../../bench/explain/openapi-lists.js';
import type { HostileTarget } from './hostile-target.js';

/** Bytes for a connection of their own. The client closes its side after them if they are not a whole request. */
export interface HostileRequest {
  readonly bytes: Buffer;
  readonly ends: boolean;
}

type Draw = (chance: Chance, target: HostileTarget) => HostileRequest;

/** Some kinds are more frequent. */
const KINDS: readonly Draw[] = [
  worstReads, queries, queries, queries, identifiers, bodies, bodies, bodies, largeBodies, heads, frames, broken,
]; // prettier-ignore

/** The next request; each kind has its share. */
export function drawRequest(chance: Chance, target: HostileTarget): HostileRequest {
  return chance.pick(KINDS)(chance, target);
}

const ODD_HEADERS = [
  'Expect: 100-continue', 'Expect: x', 'Accept: text/html', 'Accept-Encoding: br;q=x', 'If-None-Match: *', 'If-None-Match: "', 'If-Match: W/"1"', 'If-Match: "1-x"', 'If-Match: *',
  'X-Request-Id: <>', 'X-Forwarded-For: 1.2.3.4', 'X-Forwarded-Host: evil.example', 'Cookie: a=b', 'Range: bytes=0-', 'Upgrade: h2c', 'TE: trailers',
  'Content-Type: text/plain', 'Content-Encoding: gzip', 'Content-Type: application/json; charset=utf-7', 'Connection: close', 'Host: evil.example:99999',
  'x-access-key: twice', 'X-HTTP-Method-Override: DELETE', 'Origin: null', 'Date: now', 'Max-Forwards: 0', 'If-Modified-Since: x',
  'Accept: application/geo+json', 'Accept-Encoding: br',
] as const; // prettier-ignore

const METHODS = 'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE PROPFIND CONNECT get QUERY X'.split(' ');

function request(
  chance: Chance,
  target: HostileTarget,
  method: string,
  path: string,
  lines: readonly string[],
  body = '',
): Buffer {
  const draw = chance.fraction();
  const { accessKey, secretKey } = chance.pick(target.callers);
  const secret = draw < 0.95 ? secretKey : oddText(chance).replaceAll(/[^!-~]/g, 'x');
  const keys = draw < 0.98 ? [`x-access-key: ${accessKey}`, `x-secret-key: ${secret}`] : [];
  const odd = chance.fraction() < 0.2 ? [chance.pick(ODD_HEADERS)] : [];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: fuzz', ...keys, ...lines, ...odd, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

const whole = (bytes: Buffer): HostileRequest => ({ bytes, ends: false });
const part = (bytes: Buffer): HostileRequest => ({ bytes, ends: true });

/** An expensive GET. */
function worstReads(chance: Chance, target: HostileTarget): HostileRequest {
  const { path, headers = {} } = chance.pick(Object.values(WORST_READS));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return whole(request(chance, target, 'GET', path.replace('~', String(chance.integer(1, 99))), lines));
}

const UNKNOWN: ListParameter = { name: 'x', values: [] };

function queries(chance: Chance, target: HostileTarget): HostileRequest {
  const { path, parameters: declared } = chance.pick(target.lists);
  const parameters: readonly ListParameter[] = [UNKNOWN, ...declared];
  // A fault hides the effect of other pairs, so some requests have only valid pairs.
  const rightShare = chance.pick([0, 0.5, 1]);
  const pairs = Array.from({ length: chance.fraction() < 0.02 ? 400 : chance.integer(1, 6) }, () => {
    if (chance.fraction() < rightShare) {
      const { name, values } = chance.pick(parameters);
      return `${name}=${encodeURIComponent(values.length > 0 ? chance.pick(values) : '')}`;
    }
    const name = chance.fraction() < 0.93 ? chance.pick(parameters).name : encoded(chance, chance.pick(ODD_NAMES));
    return `${name}${chance.pick(['=', '=', '=', '=', '[]=', '[a]=', ''])}${encoded(chance, oddText(chance))}`;
  });
  return whole(request(chance, target, 'GET', `${path}?${pairs.join('&')}`.slice(0, 15_000), []));
}

function identifiers(chance: Chance, target: HostileTarget): HostileRequest {
  const { path } = chance.pick(target.lists);
  const method = chance.pick(['GET', 'GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS']);
  return whole(request(chance, target, method, `${path}/${encoded(chance, oddText(chance))}`, []));
}

const json = (body: string) => ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];

function bodies(chance: Chance, target: HostileTarget): HostileRequest {
  const { method, path } = chance.pick(target.bodies);
  const { names } = target;
  const field = () => `${JSON.stringify(chance.pick(names))}:${oddJson(chance, names)}`;
  const fields = Array.from({ length: chance.integer(0, 12) }, field);
  const body = chance.fraction() < 0.9 ? `{${fields.join(',')}}` : oddJson(chance, names);
  return whole(request(chance, target, method, path, json(body), body));
}

function largeBodies(chance: Chance, target: HostileTarget): HostileRequest {
  if (chance.fraction() < 0.8) return bodies(chance, target);
  const { method, path } = chance.pick(target.bodies);
  const body = largeJson(chance).slice(0, 1_048_576);
  return whole(request(chance, target, method, path, json(body), body));
}

/** Odd methods, paths and headers. */
function heads(chance: Chance, target: HostileTarget): HostileRequest {
  const { path } = chance.pick(target.lists);
  const ends = '/../.. / /12/ /12%2f /12/credentials/.. /12/%2e%2e ?limit=5#x #x'.split(' ').map((end) => path + end);
  const others = ['*', 'evil.example:80', '/docs', '/readyz', '/', `http://evil.example${path}`, `//${path}`];
  const paths = [path, ...ends, ...others];
  const many = Array.from(
    { length: chance.pick([0, 3, 30, 300]) },
    (_, at) => `x-${at}: ${'y'.repeat(chance.integer(0, 60))}`,
  );
  return part(request(chance, target, chance.pick(METHODS), chance.pick(paths), [chance.pick(ODD_HEADERS), ...many]));
}

/** Bodies with wrong framing. */
function frames(chance: Chance, target: HostileTarget): HostileRequest {
  const { method, path } = chance.pick(target.bodies);
  const body = '{"name":"x"}';
  const [lines, sent] = chance.pick<[string[], string]>([
    [['Content-Length: 99999'], body],
    [['Content-Length: 5'], body],
    [['Content-Length: -1'], body],
    [['Content-Length: 1', 'Content-Length: 2'], body],
    [['Content-Length: 99999999999999999999'], body],
    [['Transfer-Encoding: chunked'], `c\r\n${body}\r\n0\r\n\r\n`],
    [['Transfer-Encoding: chunked'], `zz\r\n${body}`],
    [['Transfer-Encoding: chunked'], `c;${'x'.repeat(20_000)}\r\n${body}`],
    [['Transfer-Encoding: chunked'], '1\r\n \r\n'.repeat(25_000)],
    [['Transfer-Encoding: chunked', 'Content-Length: 3'], body],
    [['Transfer-Encoding: gzip, chunked'], `c\r\n${body}\r\n0\r\n\r\n`],
    [['Transfer-Encoding: identity'], body],
  ]);
  return part(request(chance, target, method, path, ['Content-Type: application/json', ...lines], sent));
}

/** Half of a request, or a damaged one. */
function broken(chance: Chance, target: HostileTarget): HostileRequest {
  const { bytes } = chance.pick([queries, bodies, heads])(chance, target);
  if (chance.fraction() < 0.5) return part(bytes.subarray(0, chance.integer(0, bytes.length)));
  const spoilt = Buffer.from(bytes);
  for (let times = chance.integer(1, 5); times > 0; times--) {
    spoilt[chance.integer(0, spoilt.length - 1)] = chance.integer(0, 255);
  }
  return part(spoilt);
}
