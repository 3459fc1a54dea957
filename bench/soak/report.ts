import type { Fault } from './faults.js';
import type { Sample } from './samples.js';
import type { Assertion } from './verdict.js';

const MOST_FAULTS = 40;
const [WIDTH, HEIGHT, MARGIN] = [900, 300, 40];
const COLOURS = ['#1f6fb4', '#d2601a', '#3c8a3c', '#8a3c8a'];

/** A table of the assertions, and one of the faults. */
export function reportOf(assertions: readonly Assertion[], faults: readonly Fault[]): string {
  const lines = assertions.map(
    ({ name, limit, found, holds }) => `| ${holds ? 'holds' : 'FAILS'} | ${name} | ${limit} | ${found} |`,
  );
  const table = ['| | assertion | limit | found |', '|---|---|---|---|', ...lines].join('\n');
  if (faults.length === 0) return `${table}\n\nNo faults.`;
  const rows = faults
    .slice(0, MOST_FAULTS)
    .map(
      ({ at, kind, what, requestID }) =>
        `| ${(at / 1000).toFixed(1)} | ${kind} | ${what.slice(0, 200)} | ${requestID} |`,
    );
  const rest = faults.length > MOST_FAULTS ? `\n\n${faults.length - MOST_FAULTS} more.` : '';
  return `${table}\n\n${['| second | fault | of | request id |', '|---|---|---|---|', ...rows].join('\n')}${rest}`;
}

/** The curve of the memory of all processes. */
export function memoryChart(samples: readonly Sample[], memoryMB: number): string {
  const end = samples.at(-1)?.seconds ?? 1;
  const x = (seconds: number) => MARGIN + ((WIDTH - 2 * MARGIN) * seconds) / end;
  const y = (megabytes: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * megabytes) / memoryMB;
  const text = (left: number, top: number, words: string, fill = '#333') =>
    `<text x="${left}" y="${top}" font-size="12" font-family="sans-serif" fill="${fill}">${words}</text>`;
  const grid = [0, 0.25, 0.5, 0.75, 1]
    .map((part) => part * memoryMB)
    .map(
      (megabytes) =>
        `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${y(megabytes)}" y2="${y(megabytes)}" stroke="#ddd"/>${text(4, y(megabytes) + 4, String(megabytes))}`,
    );
  const curves = Object.keys(samples[0]?.memory ?? {}).map((name, at) => {
    const colour = COLOURS[at % COLOURS.length] ?? '#333';
    const points = samples.map(({ seconds, memory }) => `${x(seconds).toFixed(1)},${y(memory[name] ?? 0).toFixed(1)}`);
    return `<polyline fill="none" stroke="${colour}" points="${points.join(' ')}"/>${text(MARGIN + at * 120, 20, name, colour)}`;
  });
  const axis = text(WIDTH - 2 * MARGIN, HEIGHT - 12, `${Math.round(end)} s, MB`);
  const box = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>\n${[...grid, ...curves, axis].join('\n')}\n</svg>\n`;
}
