import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';

const GRACE_MS = 10_000;

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** The next message of a child, after a message to it if one is given. @throws Error when it ends instead */
export async function answerOf(child: ChildProcess, message?: Serializable): Promise<unknown> {
  if (hasEnded(child)) throw new Error('A process that is needed has ended');
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(() => Promise.reject(new Error('A process that is needed has ended')));
  const received = once(child, 'message', over) as Promise<unknown[]>; // the event's arguments
  try {
    if (message !== undefined) child.send(message);
    const [answer] = await Promise.race([received, ended]);
    return answer;
  } finally {
    over.abort();
    await Promise.allSettled([received, ended]);
  }
}

/** Asks it to end, and insists when it does not. */
export async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const insisting = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await ended;
  clearTimeout(insisting);
}
