import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SPECIFIED_OPERATIONS, SPECIFIED_PARAMETERS } from '../../openapi/specified-interface.js';
import { SPECIFICATION } from './shared-files.js';

const backticked = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The operations of the specification, each by its method and path. */
const specifiedOperations = (text: string): string[] =>
  [...text.matchAll(/\*\*((?:GET|POST|PUT|DELETE) [^*]+)\*\*/g)].map(([, name = '']) => name);

/** The query parameters of each list in the specification, by path, as its tables and sentences name them. */
function specifiedParameters(text: string): Map<string, string[]> {
  const byPath = new Map<string, string[]>();
  const [, endpoints = ''] = text.split(/^## Endpoints$/m);
  const [chapters = ''] = endpoints.split(/^## /m);
  for (const chapter of chapters.split(/(?=^\*\*(?:GET|POST|PUT|DELETE))/m)) {
    const [heading = ''] = chapter.split(/ lists? /, 1);
    const paths = [...heading.matchAll(/\*\*GET ([^*]+)\*\*/g)].map(([, path = '']) => path);
    const names = [...tableNames(chapter), ...sentenceNames(chapter)];
    if (names.length > 0) for (const path of paths) byPath.set(path, [...new Set(['page', 'limit', ...names])].sort());
  }
  return byPath;
}

/** The first cell of a row names parameters; if it is prose, the last cell lists them. */
function tableNames(chapter: string): string[] {
  const rows = chapter.match(/^\|(?! ?-|.*Parameter).*\|$/gm) ?? [];
  return rows.flatMap((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    const [, names = ''] = cells;
    return /^[\w, ]+$/.test(names) && !/^[a-z]+ [a-z]+ /.test(names)
      ? names.split(',').map((name) => name.trim())
      : backticked(cells.at(-2) ?? '');
  });
}

function sentenceNames(chapter: string): string[] {
  const sentence = /Parameters[^:|\n]*: (`[^\n]*?)(?:\. |\n)/.exec(chapter);
  return backticked(sentence?.[1] ?? '');
}

it.skipIf(SPECIFICATION.isMissing)(`the specified interface equals the specification${SPECIFICATION.why}`, () => {
  const text = readFileSync(SPECIFICATION.path, 'utf8');
  expect(SPECIFIED_OPERATIONS).toEqual(specifiedOperations(text));
  expect(SPECIFIED_PARAMETERS).toEqual(specifiedParameters(text));
});
