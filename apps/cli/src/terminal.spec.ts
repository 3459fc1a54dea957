import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Terminal } from './terminal.js';

let out: string;
let error: string;

beforeEach(() => {
  out = error = '';
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => vi.useRealTimers());

/** A terminal of twenty characters, or a file. */
function terminal(isTTY = true): Terminal {
  return new Terminal(
    { write: (text) => (out += text) },
    { write: (text) => (error += text), isTTY, columns: isTTY ? 20 : undefined },
  );
}

describe('a terminal', () => {
  it('prints results to stdout and errors to stderr', () => {
    const both = terminal();
    both.say('done');
    both.warn('wrong');
    expect([out, error]).toEqual(['done\n', 'wrong\n']);
  });

  it('replaces control characters in its output', () => {
    terminal().say('a\u001B[2Jb\u009Bc\td');
    expect(out).toBe('a\uFFFD[2Jb\uFFFDc\td\n');
  });

  it('shows progress after a second, at most five times a second, within its width', () => {
    const narrow = terminal();
    narrow.progress('too early');
    vi.advanceTimersByTime(1_000);
    narrow.progress('12,000 lines of a very long name');
    narrow.progress('too soon');
    vi.advanceTimersByTime(200);
    narrow.progress('again');
    expect(error).toBe('\r\u001B[2K12,000 lines of a v\r\u001B[2Kagain');
  });

  it('clears the progress once before it prints anything else', () => {
    const shown = terminal();
    vi.advanceTimersByTime(1_000);
    shown.progress('half');
    error = '';
    shown.say('done');
    shown.say('all');
    expect([out, error]).toEqual(['done\nall\n', '\r\u001B[2K']);
  });

  it('shows progress in a log as a line every ten seconds', () => {
    const log = terminal(false);
    for (let second = 1; second <= 25; second++) {
      vi.advanceTimersByTime(1_000);
      log.progress(`${second} s`);
    }
    expect(error).toBe('10 s\n20 s\n');
  });
});
