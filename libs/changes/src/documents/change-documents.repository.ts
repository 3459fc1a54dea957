import { parseStored, tableKeys } from '@app/schema';
import { accountExport, AccountsExportQuery } from '@app/accounts';
import { agentExport, AgentsExportQuery } from '@app/agents';
import { recipientFor, type Viewer } from '@app/auth';
import { listingExport, ListingsExportQuery } from '@app/listings';
import { readQuery, type ExportLines } from '@app/lists';
import { PropertiesExportQuery, propertyExport } from '@app/properties';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { Entry } from '../change-entries.service.js';
import type { Followed } from '../dto/changes.query.js';

/** The number of documents read per statement. */
const SET = 50;
/** Maximum length of the documents of a page, in characters. */
const MOST_TEXT = 1_000_000;

type LinesOf = (ids: string, viewer: Viewer) => ExportLines;

const LINES: Readonly<Record<Followed, LinesOf>> = {
  account: (ids, viewer) => accountExport(readQuery(AccountsExportQuery, { ids }), viewer),
  agent: (ids, viewer) => agentExport(readQuery(AgentsExportQuery, { ids }), viewer),
  listing: (ids, viewer) => listingExport(readQuery(ListingsExportQuery, { ids }), recipientFor(viewer)),
  property: (ids, viewer) => propertyExport(readQuery(PropertiesExportQuery, { ids }), recipientFor(viewer)),
};

const RESOURCES = tableKeys(LINES);

/** Reads resources as lines of their exports, so that a copy stores feed and export in the same form (B51). */
@Injectable()
export class ChangeDocuments {
  constructor(private readonly executor: SqlExecutor) {}

  /** The documents of the first entries, up to the maximum length; null for deleted resources. */
  async of(entries: readonly Entry[], viewer: Viewer): Promise<(string | null)[]> {
    const documents: (string | null)[] = [];
    let length = 0;
    for (let from = 0; from < entries.length && length < MOST_TEXT; from += SET) {
      for (const document of await this.read(entries.slice(from, from + SET), viewer)) {
        documents.push(document);
        length += document?.length ?? 0;
      }
    }
    return documents;
  }

  private async read(entries: readonly Entry[], viewer: Viewer): Promise<(string | null)[]> {
    const there = entries.filter(({ isGone }) => !isGone);
    const found = await Promise.all(
      RESOURCES.map(async (resource) => {
        const ids = there.filter((entry) => entry.resource === resource).map(({ resourceId }) => resourceId);
        return [resource, await this.lines(resource, ids, viewer)] as const;
      }),
    );
    const texts: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map(found);
    return entries.map(({ resource, resourceId }) => texts.get(resource)?.get(resourceId) ?? null);
  }

  private async lines(
    resource: Followed,
    ids: readonly number[],
    viewer: Viewer,
  ): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const { statement, line } = LINES[resource](ids.join(), viewer);
    const rows = await this.executor.query<never>(statement);
    return new Map(rows.map(line).map((text) => [idOf(resource, text), text]));
  }
}

/** The numeric id in a line. */
function idOf(resource: Followed, line: string): number {
  const { id, websiteID } = parseStored<{ id: number; websiteID: number }>(line);
  return resource === 'account' ? websiteID : id;
}
