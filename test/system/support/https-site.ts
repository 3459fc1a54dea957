import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { request, type Agent, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { exchange } from '@testing';

/** The host name in the files of `ops`. */
export const HOST = 'directory.example';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent;
}

/** A site with a self-made certificate on this machine. */
export class HttpsSite {
  private constructor(
    readonly ports: { readonly http: number; readonly https: number },
    private readonly certificate: string,
  ) {}

  /** @param folder receives the certificate and its key */
  static async prepare(folder: string, http: number, https: number): Promise<HttpsSite> {
    await mkdir(folder);
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', '2'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate]);
    return new HttpsSite({ http, https }, await readFile(certificate, 'utf8'));
  }

  /** How Node.js connects. */
  get tls(): { host: string; port: number; servername: string; ca: string } {
    return { host: '127.0.0.1', port: this.ports.https, servername: HOST, ca: this.certificate };
  }

  /** Connects with HTTP/2. */
  connect(): ClientHttp2Session {
    const socket = connectTls({ ...this.tls, ALPNProtocols: ['h2'] });
    return connect(`https://${HOST}`, { createConnection: () => socket });
  }

  /** Begins a request. */
  open(path: string, { headers, ...options }: RequestOptions & { readonly headers?: object } = {}): ClientRequest {
    return request({ ...this.tls, ...options, path, headers: { host: HOST, ...headers } });
  }

  /** Sends a request. */
  async send(path: string, { body, ...options }: Sent = {}): Promise<{ response: IncomingMessage; text: string }> {
    const response = await responseTo(this.open(path, options).end(body));
    return { response, text: await text(response) };
  }

  /** Sends a request without TLS. */
  sendPlain(path: string, { host = HOST, method = 'GET' } = {}): ReturnType<typeof exchange> {
    return exchange(`http://127.0.0.1:${this.ports.http}${path}`, { method, headers: { host } });
  }
}

export async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the property of the event
  return response;
}
