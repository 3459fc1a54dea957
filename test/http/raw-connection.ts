import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { expectProblem, type Keys, operator, type Problem, type TestService } from '@testing';

/** An HTTP response as received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A connection on which exactly the given bytes are sent. */
export class RawConnection {
  private received = Buffer.alloc(0);
  private failure: Error | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => (this.received = Buffer.concat([this.received, bytes])));
    socket.on('error', (error) => (this.failure = error));
  }

  static async to(address: string): Promise<RawConnection> {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Works even if the other side has closed already. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** All responses until the service closes its side. */
  async answers(): Promise<RawAnswer[]> {
    if (!this.socket.readableEnded) await once(this.socket, 'end');
    this.close();
    if (this.failure) throw this.failure;
    return answersIn(this.received.toString('latin1'));
  }

  /** The next response, while the connection stays open. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const [answer] = answersIn(this.received.toString('latin1'));
      if (answer) {
        this.received = Buffer.alloc(0);
        return answer;
      }
      await once(this.socket, 'data');
    }
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Whole responses; an interim response has no body. */
function answersIn(text: string): RawAnswer[] {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string])); // NAME: VALUE
  const length = Number(headers.get('content-length') ?? 0);
  const rest = text.slice(end + 4);
  if (rest.length < length) return [];
  const answer = { status: Number(line.split(' ')[1]), headers, text: rest.slice(0, length) };
  return [answer, ...answersIn(rest.slice(length))];
}

/** The headers of a request with the given keys and further lines. */
export function head(method: string, path: string, lines: readonly string[], as: Keys | null = operator): string {
  const keys = as ? [`x-access-key: ${as.accessKey}`, `x-secret-key: ${as.secretKey}`] : [];
  return [`${method} ${path} HTTP/1.1`, 'Host: test', ...keys, ...lines, '', ''].join('\r\n');
}

/** Sends bytes, and returns the responses until the service closes. */
export async function converse(service: TestService, ...bytes: (string | Uint8Array)[]): Promise<RawAnswer[]> {
  const connection = await RawConnection.to(service.address);
  for (const part of bytes) await connection.send(part);
  return connection.answers();
}

/** Expects one response, a problem, after which the service closes. */
export function expectLastProblem(answers: readonly RawAnswer[], status: number, code: string): Problem {
  expect(answers).toHaveLength(1);
  const [{ headers, text, status: answered }] = answers as [RawAnswer];
  const body = JSON.parse(text) as Problem;
  expectProblem({ status: answered, headers, body }, status, code);
  expect(headers.get('connection')).toBe('close');
  return body;
}
