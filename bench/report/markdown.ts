import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { PERFORMANCE_MD } from '../places.js';
import type { Results, SizeResult, StateResult } from '../run/results.js';
import { circumstances } from './circumstances.js';
import { columnsOf } from './columns.js';
import { inOrder, stateWords } from './states.js';
import { MEMORY_MB, verdictsOf } from './targets.js';
import { rate, ratio } from './words.js';

const BEGIN = '<!-- What `npm run bench -- --document` writes begins here -->';
const END = '<!-- and ends here. -->';

/** The whole run for a document: what flatters least first. */
export const resultsMarkdown = (results: Results): string =>
  `${[circumstances(results), ...results.sizes.flatMap(sizeParts)].join('\n\n')}\n`;

/** Puts it into docs/PERFORMANCE.md, in the place of the run before. */
export async function documentResults(results: Results): Promise<void> {
  const text = await readFile(PERFORMANCE_MD, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const after = rest.split(END)[1];
  if (after === undefined) throw new Error(`${PERFORMANCE_MD} has no place for results`);
  const whole = `${before}${BEGIN}\n\n${resultsMarkdown(results)}\n${END}${after}`;
  const options = await resolveConfig(PERFORMANCE_MD);
  await writeFile(PERFORMANCE_MD, await format(whole, { ...options, filepath: PERFORMANCE_MD }));
}

function sizeParts(result: SizeResult): string[] {
  const { changes, memory } = result;
  const states = inOrder(result).flatMap((state) => [`### ${stateWords(state, result)}`, table(state)]);
  const facts = [
    ...(changes
      ? [
          `- Changes a second by the write paths: ${rate(changes.service)}, of the other commit ${rate(changes.against)}.`,
        ]
      : []),
    ...(memory
      ? [`- Memory of the service: ${rate(memory.now)} MB, at most ${rate(memory.peak)}; below ${MEMORY_MB} wanted.`]
      : []),
  ];
  return [missed(result), ...states, facts.join('\n')];
}

function missed(result: SizeResult): string {
  const verdicts = verdictsOf(result);
  const lines = verdicts
    .filter(({ isMet }) => !isMet)
    .map(({ what, value, wanted }) => `| ${what} | ${ratio(value)} | ${ratio(wanted)} |`);
  const met = `${verdicts.length - lines.length} of ${verdicts.length} targets are met.`;
  return lines.length === 0
    ? met
    : [`${met} Not met:`, '', '| | measured | wanted |', '| --- | --: | --: |', ...lines].join('\n');
}

function table(state: StateResult): string {
  const columns = columnsOf(state).filter(({ heading }) => heading !== '');
  const cells = state.classes.map((one) =>
    columns.map(({ heading, cell }) => (heading === 'class' ? `**${one.key}** ${one.title}` : cell(one, state).trim())),
  );
  const rule = columns.map(({ heading }) => (heading === 'class' ? '---' : '--:'));
  const rows = [columns.map(({ heading }) => heading), rule, ...cells];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
