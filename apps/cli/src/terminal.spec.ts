import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Terminal } from './terminal.js';

let out: string;
let error: string;
const { isTTY, columns } = process.stderr;

beforeEach(() => {
  out = error = '';
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((error += String(text)), true));
  Object.assign(process.stderr, { isTTY: true, columns: 20 });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Object.assign(process.stderr, { isTTY, columns });
});

describe('a terminal', () => {
  it('has results on stdout, and what is wrong on stderr', () => {
    const terminal = new Terminal();
    terminal.say('done');
    terminal.warn('wrong');
    expect([out, error]).toEqual(['done\n', 'wrong\n']);
  });

  it('is not commanded by what stands in files', () => {
    new Terminal().say('a\u001B[2Jb\u009Bc\td');
    expect(out).toBe('a\uFFFD[2Jb\uFFFDc\td\n');
  });

  it('shows progress after a second, five times a second at most, within its width', () => {
    const terminal = new Terminal();
    terminal.progress('too early');
    vi.advanceTimersByTime(1_000);
    terminal.progress('12,000 lines of a very long name');
    terminal.progress('too soon');
    vi.advanceTimersByTime(200);
    terminal.progress('again');
    expect(error).toBe('\r\u001B[2K12,000 lines of a v\r\u001B[2Kagain');
  });

  it('takes progress away before anything else is printed, once', () => {
    const terminal = new Terminal();
    vi.advanceTimersByTime(1_000);
    terminal.progress('half');
    error = '';
    terminal.say('done');
    terminal.say('all');
    expect([out, error]).toEqual(['done\nall\n', '\r\u001B[2K']);
  });

  it('shows none where nobody looks', () => {
    process.stderr.isTTY = false;
    const terminal = new Terminal();
    vi.advanceTimersByTime(1_000);
    terminal.progress('half');
    expect(error).toBe('');
  });
});
