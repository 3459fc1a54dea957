import { connect } from 'node:net';
import type { HostileRequest } from './hostile-requests.js';

/** Longer than the time limit of half a body; no response takes longer. */
const TIMEOUT_MS = 60_000;
const STATUS = /^HTTP\/1\.1 (\d{3}) /;

/** The status of a response, a connection that was closed without one, or neither. */
export type Outcome = number | 'closed' | 'hang';

/** Sends bytes on a connection of their own, and waits for the first final answer. */
export function sendBytes(port: number, { bytes, ends }: HostileRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = (outcome: Outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(TIMEOUT_MS, () => done('hang'));
    socket.on('error', () => done('closed')).on('close', () => done('closed'));
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      while (text.startsWith('HTTP/1.1 1') && text.includes('\r\n\r\n'))
        text = text.slice(text.indexOf('\r\n\r\n') + 4);
      const status = STATUS.exec(text)?.[1];
      if (status) done(Number(status));
    });
    if (ends) socket.end(bytes);
    else socket.write(bytes);
  });
}
