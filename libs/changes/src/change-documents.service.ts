import { AccountsRepository } from '@app/accounts';
import { AgentsRepository } from '@app/agents';
import { ListingsRepository } from '@app/listings';
import { PropertiesRepository } from '@app/properties';
import { Injectable } from '@nestjs/common';
import type { Entry } from './change-entries.service.js';

/** So many are read at a time. */
const SET = 50;
/** When the documents of a page have so many characters, it ends. */
const MOST_TEXT = 1_000_000;

/** Reads things as their single reads show them. */
@Injectable()
export class ChangeDocuments {
  private readonly readers: Readonly<Record<string, (ids: readonly number[]) => Promise<Map<number, string>>>>;

  constructor(
    accounts: AccountsRepository,
    agents: AgentsRepository,
    listings: ListingsRepository,
    properties: PropertiesRepository,
  ) {
    this.readers = {
      account: (ids) => accounts.documents(ids),
      agent: (ids) => agents.documents(ids),
      listing: (ids) => listings.documents(ids),
      property: (ids) => properties.documents(ids),
    };
  }

  /** The documents of the first entries, until they are long; null of what is gone. */
  async of(entries: readonly Entry[]): Promise<(string | null)[]> {
    const documents: (string | null)[] = [];
    let length = 0;
    for (let from = 0; from < entries.length && length < MOST_TEXT; from += SET) {
      for (const document of await this.read(entries.slice(from, from + SET))) {
        documents.push(document);
        length += document?.length ?? 0;
      }
    }
    return documents;
  }

  private async read(entries: readonly Entry[]): Promise<(string | null)[]> {
    const there = entries.filter(({ isGone }) => !isGone);
    const found = new Map(
      await Promise.all(
        Object.entries(this.readers).map(async ([resource, read]) => {
          const ids = there.filter((entry) => entry.resource === resource).map(({ thing }) => thing);
          return [resource, ids.length > 0 ? await read(ids) : undefined] as const;
        }),
      ),
    );
    return entries.map(({ resource, thing }) => found.get(resource)?.get(thing) ?? null);
  }
}
