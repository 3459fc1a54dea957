import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operator, type TestService } from '@testing';

/** A response as received, without decompression. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Sends a request with exactly these headers beside the operator's keys; `fetch` would ask for compression by itself. */
export function ask(
  service: TestService,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<WireAnswer> {
  const keys = { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(service.address + path, { method, headers: { ...keys, ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const decode = DECODERS[response.headers['content-encoding'] ?? ''] ?? ((plain: Buffer) => plain);
        const text = bytes.length === 0 ? '' : decode(bytes).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text });
      });
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
