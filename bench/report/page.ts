import type { Results, SizeResult, StateResult } from '../run/results.js';
import { circumstances } from './circumstances.js';
import { columnsOf } from './columns.js';
import { growthPlots } from './growth-plot.js';
import { latencyPlot } from './latency-plot.js';
import { ratioPlot } from './ratio-plot.js';
import { inOrder, stateWords } from './states.js';
import { STYLE } from './style.js';
import { MEMORY_MB, verdictsOf } from './targets.js';
import { escapeHtml, ratio, size } from './words.js';

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

function oneSize(result: SizeResult): string {
  return `${facts(result)}
<h2>What was asked for</h2>
<div class="card">${verdicts(result)}</div>
${inOrder(result)
  .map((state) => stateSection(state, result))
  .join('\n')}`;
}

function stateSection(state: StateResult, result: SizeResult): string {
  const hasRatios = state.classes.some(({ overFloor }) => overFloor !== undefined);
  return `<h2>${stateWords(state, result)}</h2>
<div class="card">${table(state)}</div>
${hasRatios ? ratios(state) : ''}
<p>How long one waits: from the time that half of the answers take (dot) to the time that all but one in a hundred take; further
left is better.</p>
<div class="card times">${TIMES_LEGEND}${latencyPlot(state.classes)}</div>`;
}

const ratios = (
  state: StateResult,
): string => `<p>How many requests the service answers while the other answers one; further right is
better. Left of the dashed line the other is faster.</p>
<div class="card">${RATIO_LEGEND}${ratioPlot(state)}</div>`;

function manySizes(sizes: readonly SizeResult[]): string {
  const tables = sizes.flatMap((one) =>
    one.states.map((state) => `<h2>${size(one.listings)} listings</h2><div class="card">${table(state)}</div>`),
  );
  return `<h2>How cost grows with the directory</h2>
<p>The time that half of the answers take, by the number of listings; both axes are logarithmic. Flat is what one wants.</p>
${GROWTH_LEGEND}
<div class="card small">${growthPlots(sizes)}</div>
${tables.join('\n')}`;
}

function facts(result: SizeResult): string {
  const shown = inOrder(result).flatMap((state) => {
    const mix = state.classes.find(({ key }) => key === 'mix');
    return mix ? [[`${ratio(mix.overFloor)} ×`, `the floor, mixed: ${stateWords(state, result)}`]] : [];
  });
  const { memory } = result;
  if (memory) shown.push([`${memory.now.toFixed(0)} MB`, `memory afterwards (below ${MEMORY_MB} wanted)`]);
  return `<div class="facts">${shown.map(([value, words]) => `<div class="fact"><b>${value}</b><span>${words}</span></div>`).join('')}</div>`;
}

function verdicts(result: SizeResult): string {
  const rows = verdictsOf(result).map(({ what, value, wanted, isMet }) => {
    const mark = isMet ? '<td>✓</td>' : '<td class="miss">✗</td>';
    return `<tr><td>${escapeHtml(what)}</td><td>${ratio(value)}</td><td>${ratio(wanted)}</td>${mark}</tr>`;
  });
  return `<table class="verdicts"><thead><tr><th></th><th>measured</th><th>wanted</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function table(state: StateResult): string {
  const columns = columnsOf(state);
  const cell = (text: string) => `<td${text.endsWith('✗') ? ' class="miss"' : ''}>${escapeHtml(text)}</td>`;
  const rows = state.classes.map(
    (one) => `<tr>${columns.map((column) => cell(column.cell(one, state))).join('')}</tr>`,
  );
  const head = columns.map(({ heading }) => `<th scope="col">${heading}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const key = (names: string, colour: string, words: string): string =>
  `<span><i class="${names}" style="background:var(--${colour})"></i>${words}</span>`;

const RATIO_LEGEND = `<div class="legend">${key('', 'service', 'over the floor')}${key('diamond', 'usual', 'over the usual')}
${key('tick', 'soft', 'wanted')}<span><i class="ring"></i>less than wanted</span></div>`;
const TIMES_LEGEND = `<div class="legend">${key('', 'service', 'service')}${key('', 'other', 'floor or other commit')}${key('', 'usual', 'usual')}</div>`;
const GROWTH_LEGEND = `<div class="legend">${key('', 'service', 'service')}${key('', 'other', 'floor')}</div>`;
