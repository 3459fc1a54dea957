import type { Caller } from '../caller.js';
import { repeat } from './load.js';

const PAUSE_MS = 15_000;

/** Reads whole lists, each to its last line, which has their number. */
export const startExports = (caller: Caller, over: AbortSignal): Promise<void> =>
  repeat(caller, over, PAUSE_MS, async (count) => {
    const path = `/api/v1/export/${count % 2 === 0 ? 'listings' : 'agents'}.ndjson`;
    const answer = await caller.call(count, 'GET', path);
    if (!answer) return;
    const lines = answer.text.trimEnd().split('\n');
    const { end, count: number } = JSON.parse(lines.at(-1) ?? '{}') as { end?: boolean; count?: number };
    caller.done.exports += 1;
    if (end !== true || number !== lines.length - 1) {
      caller.faults.add('cut', `GET ${path}: ${lines.length - 1} lines`, String(answer.headers['x-request-id']));
    }
  });
