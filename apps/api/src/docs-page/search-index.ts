import { problemAdvice, problems } from '@app/http';
import type { OpenAPIObject, ParameterObject } from '@nestjs/swagger';
import type { Guide } from './guides/render-guide.js';
import { operationsByTag } from './operations.view.js';
import { fieldsOf, resolved, type Ref } from './types.view.js';

/** An entry of the search: its kind, name, place and meaning, and its URL below the root. */
export type SearchEntry = readonly [kind: string, name: string, words: string, url: string];

/** More of a description does not fit into a line of results. */
const MOST_CHARACTERS = 110;

const short = (text: string): string => text.replaceAll('`', '').slice(0, MOST_CHARACTERS);

/** The operations, guides, parameters, errors, types and fields of the pages, in this order. */
export function searchIndex(document: OpenAPIObject, guides: readonly Guide[]): SearchEntry[] {
  const operations = [...operationsByTag(document).values()].flat();
  return [
    ...operations.map(({ id, method, path, operation }): SearchEntry => {
      const words = `${method.toUpperCase()} ${path} ${id}`;
      return ['operation', operation.summary ?? id, words, `docs#${id}`];
    }),
    ...guides.flatMap(({ id, title, summary, headings }): SearchEntry[] => [
      ['guide', title, summary, `docs#${id}`],
      ...headings.map((heading): SearchEntry => ['guide', heading.text, title, `docs#${heading.id}`]),
    ]),
    ...unique(
      operations.flatMap(({ id, operation }) =>
        (operation.parameters ?? []).map((part): Described => {
          const { name, description = '' } = resolved<ParameterObject>(document, part as Ref);
          return { name, description, owner: operation.summary ?? id, url: `docs#${id}/${name}` };
        }),
      ),
    ).map((words): SearchEntry => ['parameter', ...words]),
    ...Object.entries(problems).map(([name, { code, title, status }]): SearchEntry => {
      const { meaning } = problemAdvice[name as keyof typeof problems]; // both have the same keys
      return ['error', code, `${status} ${title}. ${short(meaning)}`, `docs/errors#${code}`];
    }),
    ...Object.entries(document.components?.schemas ?? {}).map(([name, schema]): SearchEntry => {
      const description = 'description' in schema ? (schema.description ?? '') : '';
      return ['type', name, short(description), `docs/types#${name}`];
    }),
    ...unique(
      Object.entries(document.components?.schemas ?? {}).flatMap(([owner, schema]) =>
        [...fieldsOf(document, schema).fields].map(([name, field]): Described => {
          const description = 'description' in field ? (field.description ?? '') : '';
          return { name, description, owner, url: `docs/types#${owner}.${name}` };
        }),
      ),
    ).map((words): SearchEntry => ['field', ...words]),
  ];
}

/** A parameter of an operation, or a field of a type. */
interface Described {
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  readonly url: string;
}

/** Lists what several owners share once, at the first of them. */
function unique(all: readonly Described[]): [name: string, words: string, url: string][] {
  const found = new Map<string, Described & { owners: number }>();
  for (const one of all) {
    const key = `${one.name} ${one.description}`;
    const known = found.get(key);
    if (known) known.owners += 1;
    else found.set(key, { ...one, owners: 1 });
  }
  return [...found.values()].map(({ name, description, owner, owners, url }) => {
    const others = owners > 1 ? ` and ${owners - 1} more` : '';
    return [name, `${owner}${others}: ${short(description)}`, url];
  });
}
