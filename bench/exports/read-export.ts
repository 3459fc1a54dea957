import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
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
  const request = get(`${url}${EXPORT}`, { headers: { ...headers, 'accept-encoding': encoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // what the event comes with
  let [bytes, end] = [0, ''];
  response.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const text = response.pipe(isDecoded && DECODERS[encoding] ? DECODERS[encoding]() : new PassThrough());
  for await (const chunk of text as AsyncIterable<Buffer>) if (isDecoded) end = (end + chunk.toString()).slice(-100);
  if (response.statusCode !== 200) throw new Error(`An export was answered ${response.statusCode}`);
  return { seconds: (performance.now() - begun) / 1000, bytes, end };
}
