import 'reflect-metadata';
import { CreateAccountDto } from '../../libs/accounts/src/dto/create-account.dto.js';
import { BodyPipe } from '../../libs/http/src/body/body.pipe.js';
import { JSON_BOUNDS } from '../../libs/http/src/body/json-bounds.js';
import { parseJson } from '../../libs/http/src/body/read-json-body.js';
import { problemBody } from '../../libs/http/src/problem-body.js';
import { Problem } from '../../libs/http/src/problem.js';

const ROUNDS = 15;
const { bytes: BYTES, depth: DEPTH, values: VALUES } = JSON_BOUNDS;

const several = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(',');
const filled = (unit: string) => unit.repeat(BYTES / unit.length);
/** As many values as are read, as long as they may be together. */
const padding = (count: number) => 'x'.repeat(Math.floor(BYTES / count) - 20);

/** Bodies of up to a megabyte, each the worst of its kind. */
const BODIES: Record<string, string> = {
  'arrays in arrays': filled('['),
  '90,000 unknown names': `{${several(90_000, (at) => `"k${at}":1`)}}`,
  '330,000 {} in hooks': `{"hooks":[${several(330_000, () => '{}')}]}`,
  '490,000 integers in hooks': `{"hooks":[${several(490_000, () => '1')}]}`,
  'as many unknown names as are read': `{${several(VALUES - 1, (at) => `"${at}${padding(VALUES)}":1`)}}`,
  'as many names in text as are read': `{"about":{${several(VALUES - 2, (at) => `"${at}${padding(VALUES)}":1`)}}}`,
  'as many {} in hooks as are read': `{"hooks":[${several(VALUES - 2, () => '{}')}]}`,
  'wrong leaves in slugs': `{"slugs":[${several(1_000, () => `{"listingType":"${padding(2_000)}","slug":"${padding(2_000)}"}`)}]}`,
  'templates in slugs': `{"slugs":[${several(1_000, () => `{"slug":"/${'{x}'.repeat(160)}"}`)}]}`,
  'offices': `{"subsiteDetails":{"listingOfficeIDs":[${several(1_000, () => `"${'x'.repeat(100)}"`)}]}}`,
  'nested to the limit': `[${several(VALUES / DEPTH - 1, () => '['.repeat(DEPTH - 1) + ']'.repeat(DEPTH - 1))}]`,
  'one text': `{"about":"${'x'.repeat(BYTES - 20)}"}`,
  'one text of escapes': `{"name":"${filled('\\u0041').slice(0, BYTES - 60)}"}`,
  'one number': `{"name":${'1'.repeat(BYTES - 20)}}`,
  'spaces': ' '.repeat(BYTES),
}; // prettier-ignore

const pipe = new BodyPipe();

/** What the service does with the bytes of a body, and with what is wrong with it. */
async function read(bytes: Buffer): Promise<string> {
  try {
    await pipe.transform(parseJson(bytes), { type: 'body', metatype: CreateAccountDto });
    return 'read';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.code}, an answer of ${problemBody(error, '').length} bytes`;
  }
}

/** The processor time of a body: other processes of the machine do not add to it. */
async function time(bytes: Buffer): Promise<number> {
  const begun = process.cpuUsage();
  await read(bytes);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const timed = [];
for (const [name, text] of Object.entries(BODIES)) {
  const bytes = Buffer.from(text).subarray(0, BYTES);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await time(bytes));
  times.sort((a, b) => a - b);
  timed.push({ name, median: times[ROUNDS >> 1]!, most: times.at(-1)!, outcome: await read(bytes) }); // there are ROUNDS of them
}
timed.sort((a, b) => b.median - a.median);
console.log(' median      most   of what');
for (const { name, median, most, outcome } of timed) {
  console.log(`${median.toFixed(1).padStart(5)} ms  ${most.toFixed(1).padStart(5)} ms   ${name}: ${outcome}`);
}
