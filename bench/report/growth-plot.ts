import type { ClassKey } from '../classes/request-class.js';
import type { SizeResult } from '../run/results.js';
import { label, logAxis, mark, svg, type LogAxis } from './svg.js';
import { GROWTH } from './targets.js';
import { rate, ratio, size } from './words.js';

const WIDTH = 316;
const HEIGHT = 220;
const LEFT = 62;
const RIGHT = 300;
const TOP = 18;
const BOTTOM = 184;

const SHOWN = ['service', 'floor'] as const;

const classesOf = ({ states }: SizeResult) => states.flatMap(({ classes }) => classes);

/** How the time that half of the answers take grows with the directory: a small plot for each class. */
export function growthPlots(sizes: readonly SizeResult[]): string {
  const times = sizes.flatMap((one) =>
    classesOf(one).flatMap(({ measured }) => SHOWN.map((name) => measured[name]?.p50 ?? 1)),
  );
  const down = logAxis(times, BOTTOM, TOP);
  const across = logAxis(
    sizes.map(({ listings }) => listings / 10_000),
    LEFT,
    RIGHT,
  );
  return sizes
    .slice(0, 1)
    .flatMap(classesOf)
    .map(({ key, title }) => growthPlot(key, title, sizes, across, down))
    .join('');
}

function growthPlot(
  key: ClassKey,
  title: string,
  sizes: readonly SizeResult[],
  across: LogAxis,
  down: LogAxis,
): string {
  const x = (listings: number) => across.at(listings / 10_000).toFixed(1);
  const grid = down.powers.map((power) => {
    const y = down.at(power).toFixed(1);
    return `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y}" y2="${y}"/>${label(LEFT - 6, Number(y) + 4, `${power} ms`, 'axis end')}`;
  });
  const named = sizes.map(({ listings }) => label(x(listings), BOTTOM + 18, size(listings), 'axis middle'));
  const lines = SHOWN.map((name) => {
    const points = sizes.flatMap((whole) => {
      const { listings } = whole;
      const p50 = classesOf(whole).find((one) => one.key === key)?.measured[name]?.p50;
      return p50 === undefined
        ? []
        : [{ x: x(listings), y: down.at(p50).toFixed(1), says: `${name}, ${size(listings)}: ${rate(p50)} ms` }];
    });
    const path = `<polyline class="course ${name}" points="${points.map((point) => `${point.x},${point.y}`).join(' ')}"/>`;
    return (
      path +
      points
        .map((point) => mark(`<circle class="dot ${name}" cx="${point.x}" cy="${point.y}" r="4"/>`, point.says))
        .join('')
    );
  });
  const plot = svg(
    WIDTH,
    HEIGHT,
    `Class ${key}: time by size`,
    grid.join('') + named.join('') + lines.toReversed().join(''),
  );
  return `<figure><figcaption><b>${key}</b> ${title}${growthWords(key, sizes)}</figcaption>${plot}</figure>`;
}

/** "1M is 1.12 × 10k ✓" */
function growthWords(key: ClassKey, sizes: readonly SizeResult[]): string {
  const of = (listings: number) =>
    sizes
      .filter((one) => one.listings === listings)
      .flatMap(classesOf)
      .find((one) => one.key === key)?.measured.service?.p50;
  const [small, large] = [of(10_000), of(1_000_000)];
  if (small === undefined || large === undefined) return '';
  const target = GROWTH[key];
  const verdict =
    target === undefined ? '' : large / small <= target ? ` ✓ (${target} at most)` : ` ✗ (${target} at most)`;
  return `<br><small>1M takes ${ratio(large / small)} × 10k${verdict}</small>`;
}
