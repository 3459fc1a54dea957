import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { EXPORT } from '../floor/listing-export.js';

const DECODERS: Readonly<Record<string, () => Transform>> = { br: createBrotliDecompress, gzip: createGunzip };

/** What came of an export: how much was sent, and the end of its last line. */
export interface Read {
  readonly seconds: number;
  readonly bytes: number;
  readonly end: string;
}

/** Reads an export to its end. @param isDecoded else only its length is of interest, and reading costs nothing */
export async function readExport(
  url: string,
  headers: Readonly<Record<string, string>>,
  encoding: string,
  isDecoded: boolean,
): Promise<Read> {
  const begun = performance.now();
  const response = await exportOf(url, { ...headers, 'accept-encoding': encoding });
  let [bytes, end] = [0, ''];
  response.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const text = response.pipe(isDecoded && DECODERS[encoding] ? DECODERS[encoding]() : new PassThrough());
  for await (const chunk of text as AsyncIterable<Buffer>) if (isDecoded) end = (end + chunk.toString()).slice(-100);
  return { seconds: (performance.now() - begun) / 1000, bytes, end };
}

/** The first lines of an export, parsed; what is behind them is not read. */
export async function firstLines(url: string, headers: Readonly<Record<string, string>>, most: number) {
  const response = await exportOf(url, headers);
  const lines: unknown[] = [];
  for await (const line of createInterface({ input: response })) if (lines.push(JSON.parse(line)) === most) break;
  response.destroy();
  return lines;
}

async function exportOf(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const [response] = (await once(get(`${url}${EXPORT}`, { headers }), 'response')) as [IncomingMessage]; // what the event comes with
  if (response.statusCode !== 200) throw new Error(`An export was answered ${response.statusCode}`);
  return response;
}
