import type { ClassKey } from '../classes/request-class.js';
import type { Results, SizeResult } from '../run/results.js';
import { columnsOf } from './columns.js';
import { growthPlots } from './growth-plot.js';
import { latencyPlot } from './latency-plot.js';
import { ratioPlot } from './ratio-plot.js';
import { STYLE } from './style.js';
import { MEMORY_MB } from './targets.js';
import { escapeHtml, rate, ratio, size } from './words.js';

/** The whole run as one file: plots that a person looks at, the numbers beneath. */
export function resultsPage(results: Results): string {
  const { sizes } = results;
  const [only] = sizes;
  const body = sizes.length === 1 && only ? oneSize(only) : manySizes(sizes);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bench, ${results.date.slice(0, 10)}</title>
<style>${STYLE}</style>
<main>
<h1>How fast the directory service answers</h1>
<p>${escapeHtml(circumstances(results))}</p>
${body}
</main>
</html>
`;
}

function circumstances({ date, machine, versions, seconds, rounds, sizes, commits, against }: Results): string {
  const { cpu, cores, memoryGB, system } = machine;
  const listings = sizes.map((one) => size(one.listings)).join(', ');
  const with_ = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const course = `${listings} listings, 8 connections, ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s, medians`;
  const written = commits > 0 ? `; ${commits} commits a second meanwhile` : '';
  const other = against ? `; the other is commit ${against}` : '';
  return `${date.slice(0, 16).replace('T', ' ')} UTC. ${course}${written}${other}. ${cores} cores of ${cpu}, ${memoryGB} GB, ${system}. ${with_.join(', ')}.`;
}

function oneSize(result: SizeResult): string {
  const hasRatios = result.classes.some(({ overFloor }) => overFloor !== undefined);
  return `${facts(result)}
${hasRatios ? ratios(result) : ''}
<h2>How long one waits</h2>
<p>From the time that half of the answers take (dot) to the time that all but one in a hundred take; further left is better.</p>
<div class="card times">${TIMES_LEGEND}${latencyPlot(result.classes)}</div>
<h2>The numbers</h2>
<div class="card">${table(result)}</div>`;
}

const ratios = ({ classes }: SizeResult): string => `<h2>Against the floor and the usual</h2>
<p>How many requests the service answers while the other answers one; further right is better. Left of the dashed line the
other is faster.</p>
<div class="card">${RATIO_LEGEND}${ratioPlot(classes)}</div>`;

function manySizes(sizes: readonly SizeResult[]): string {
  const tables = sizes.map((one) => `<h2>${size(one.listings)} listings</h2><div class="card">${table(one)}</div>`);
  return `<h2>How cost grows with the directory</h2>
<p>The time that half of the answers take, by the number of listings; both axes are logarithmic. Flat is what one wants.</p>
${GROWTH_LEGEND}
<div class="card small">${growthPlots(sizes)}</div>
${tables.join('\n')}`;
}

function facts({ classes, memory }: SizeResult): string {
  const of = (key: ClassKey) => classes.find((one) => one.key === key);
  const mix = of('mix');
  const shown = [
    [rate(mix?.measured.service?.rate), 'requests a second, mixed'],
    [`${ratio(mix?.overFloor)} ×`, 'the floor, mixed'],
    [`${ratio(mix?.overUsual)} ×`, 'the usual, mixed'],
    [memory ? `${memory.now.toFixed(0)} MB` : '–', `memory afterwards (below ${MEMORY_MB} wanted)`],
  ];
  const said = shown.filter(([value]) => !value?.startsWith('–'));
  return `<div class="facts">${said.map(([value, words]) => `<div class="fact"><b>${value}</b><span>${words}</span></div>`).join('')}</div>`;
}

function table(result: SizeResult): string {
  const columns = columnsOf(result);
  const cell = (text: string) => `<td${text.endsWith('✗') ? ' class="miss"' : ''}>${escapeHtml(text)}</td>`;
  const rows = result.classes.map((one) => `<tr>${columns.map((column) => cell(column.cell(one))).join('')}</tr>`);
  const head = columns.map(({ heading }) => `<th scope="col">${heading}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const key = (names: string, colour: string, words: string): string =>
  `<span><i class="${names}" style="background:var(--${colour})"></i>${words}</span>`;

const RATIO_LEGEND = `<div class="legend">${key('', 'service', 'over the floor')}${key('diamond', 'usual', 'over the usual')}
${key('tick', 'soft', 'wanted')}<span><i class="ring"></i>less than wanted</span></div>`;
const TIMES_LEGEND = `<div class="legend">${key('', 'service', 'service')}${key('', 'other', 'floor or other commit')}${key('', 'usual', 'usual')}</div>`;
const GROWTH_LEGEND = `<div class="legend">${key('', 'service', 'service')}${key('', 'other', 'floor')}</div>`;
