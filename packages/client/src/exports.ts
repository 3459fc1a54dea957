import * as operations from './generated/sdk.gen.js';
import type { Options } from './generated/sdk.gen.js';
import type * as types from './generated/types.gen.js';

/** All lines of a list, as of one moment. */
export interface Export<Line> extends AsyncIterable<Line> {
  /** The cursor from which {@link followChanges} keeps a copy of this export up to date. */
  readonly cursor: string;
}

interface StreamOptions {
  readonly parseAs: 'stream';
}

/** An operation whose response is read line by line. */
export type ExportOperation<Data extends { url: string }, Line> = (
  options: Options<Data, true>,
) => Promise<Export<Exclude<Line, types.ExportEnd>>>;

type Operation<Given, Line> = (
  options: Given & StreamOptions,
) => Promise<{ readonly data: Line | undefined; readonly response: Response }>;

/** Splits a stream of text at its line feeds. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // Not every browser can iterate over a stream.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

async function* itemsOf<Line extends object>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Exclude<Line, types.ExportEnd>, void, undefined> {
  for await (const text of linesOf(body)) {
    const line = JSON.parse(text) as Line | types.ExportEnd;
    if ('end' in line) return;
    yield line as Exclude<Line, types.ExportEnd>; // only the last line has `end`
  }
  throw new Error('The export is not complete: read it again');
}

const exporting =
  <Given extends object, Line extends object>(read: Operation<Given, Line>) =>
  async (options: Given): Promise<Export<Exclude<Line, types.ExportEnd>>> => {
    const { data, response } = await read({ ...options, parseAs: 'stream' });
    const body = data as unknown as ReadableStream<Uint8Array>; // with `parseAs` the data is a stream
    return {
      cursor: response.headers.get('changes-cursor') ?? '',
      [Symbol.asyncIterator]: () => itemsOf<Line>(body),
    };
  };

/**
 * Reads all accounts, line by line. The iteration throws an Error if the export ends early, because lines are missing
 * then.
 */
export const exportAccounts: ExportOperation<types.ExportAccountsData, types.ExportAccountsResponse> = exporting(
  operations.exportAccounts,
);
/** Reads all agents, like {@link exportAccounts}. */
export const exportAgents: ExportOperation<types.ExportAgentsData, types.ExportAgentsResponse> = exporting(
  operations.exportAgents,
);
/** Reads all listings, like {@link exportAccounts}. */
export const exportListings: ExportOperation<types.ExportListingsData, types.ExportListingsResponse> = exporting(
  operations.exportListings,
);
/** Reads all properties, like {@link exportAccounts}. */
export const exportProperties: ExportOperation<types.ExportPropertiesData, types.ExportPropertiesResponse> = exporting(
  operations.exportProperties,
);
/** Reads all suburbs, like {@link exportAccounts}. */
export const exportSuburbs: ExportOperation<types.ExportSuburbsData, types.ExportSuburbsResponse> = exporting(
  operations.exportSuburbs,
);
