import type { Caller, CallingAuthor } from '@app/auth';
import { ensureMet, problems, type Identifier, type Problem, type Preconditions, type Versioned } from '@app/http';
import { cursorAfter, type SafeHorizon } from '@app/cache';
import { MatchingListings } from '@app/listings';
import { PageReader, type Page, type PageQuery } from '@app/lists';
import { mergeFields, pickFields, readOnlyFaults } from '@app/schema';
import { changedPaths, Writes, type KeyOfCredential } from '@app/writes';
import { Injectable } from '@nestjs/common';
import type { SearchMatchPage } from './dto/match.fields.js';
import { SearchFields, UpdateSearchDto, type CreateSearchDto, type SearchItem } from './dto/search.fields.js';
import { readSavedQuery } from './filters/saved-query.js';
import type { SearchesQuery, SearchMatchesQuery } from './filters/search.filters.js';
import { QueryKeys } from './matching/query-keys.service.js';
import { SearchMatches } from './matching/search-matches.service.js';
import { SearchesRepository, type SearchRow } from './searches.repository.js';
import { SearchesWriter } from './searches.writer.js';

/** Saved searches of accounts (B59, ADR 40). */
@Injectable()
export class SearchesService {
  constructor(
    private readonly searches: SearchesRepository,
    private readonly writer: SearchesWriter,
    private readonly writes: Writes,
    private readonly pages: PageReader,
    private readonly listings: MatchingListings,
    private readonly matches: SearchMatches,
    private readonly keys: QueryKeys,
  ) {}

  async list(caller: Caller, query: SearchesQuery): Promise<Page> {
    return await this.pages.read(this.searches.list(query, ownerOf(caller)));
  }

  /** @throws NOT_FOUND, even for an existing search of another account */
  async read(caller: Caller, id: Identifier): Promise<Versioned> {
    return versioned(known(await this.searches.find(id, ownerOf(caller))));
  }

  /** The current results of the search. @throws NOT_FOUND */
  async find(caller: Caller, id: Identifier, { page, limit, cursor }: PageQuery): Promise<Page> {
    const { item } = known(await this.searches.find(id, ownerOf(caller)));
    const query = Object.assign(readSavedQuery(item.query), { view: 'card', page, limit, cursor });
    return await this.pages.read(this.listings.list(query, item.websiteID));
  }

  /** Reads matches, which extends the retention of the search. @throws NOT_FOUND, INVALID_CURSOR, CURSOR_EXPIRED */
  async readMatches(
    caller: Caller,
    id: Identifier,
    query: SearchMatchesQuery,
    end: SafeHorizon,
  ): Promise<SearchMatchPage> {
    const search = known(await this.searches.matched(id, ownerOf(caller)));
    const page = await this.matches.read(search, query, end);
    if (!search.isUsedToday) await this.writer.use(search.id);
    return page;
  }

  /**
   * @param request the idempotency key of the request
   * @param end the end of the log before the search is stored; all later changes are compared with it
   * @throws INVALID_BODY, UNAUTHENTICATED, FORBIDDEN, TOO_MANY_SEARCHES
   */
  async create(
    author: CallingAuthor,
    body: CreateSearchDto,
    { end, request }: { readonly end: SafeHorizon; readonly request: KeyOfCredential | undefined },
  ): Promise<SearchItem> {
    const websiteID = body.websiteID || ownerOf(author); // an empty text stands for no id
    if (websiteID === undefined) {
      const missing = [{ field: 'websiteID', message: 'is required' }];
      readSavedQuery(body.query, missing);
      throw problems.invalidBody(missing);
    }
    ensureOwn(author, websiteID);
    const fields = mergeFields(SearchFields, { reference: '' }, body);
    const search = { ...(await this.keys.of(fields.query, websiteID)), ...fields, cursor: cursorAfter(end) };
    return await this.writes.run(author, async (executor, audit) => {
      const created = await this.writer.create(executor, websiteID, search, request);
      if (!created) throw goneAccount(author);
      await audit({ action: 'create', resource: 'search', id: created.item.id, websiteID });
      return created.item;
    });
  }

  /** @throws NOT_FOUND, INVALID_BODY, PRECONDITION_FAILED, TOO_MANY_SEARCHES */
  update(
    author: CallingAuthor,
    id: Identifier,
    body: UpdateSearchDto,
    { preconditions, end }: { readonly preconditions: Preconditions; readonly end: SafeHorizon },
  ): Promise<Versioned> {
    return this.writes.run(author, async (executor, audit) => {
      const held = known(await this.searches.hold(executor, id, ownerOf(author)));
      ensureMet(preconditions, held.version);
      const { item } = held;
      const before = pickFields(SearchFields, item);
      const fields = mergeFields(SearchFields, before, body);
      readSavedQuery(fields.query, readOnlyFaults(UpdateSearchDto, item, body));
      const paths = changedPaths(before, fields);
      if (paths.length === 0) return versioned(held);
      const isOther = paths.includes('query') || paths.includes('notify');
      const cursor = isOther ? cursorAfter(end) : item.cursor;
      const found = await this.keys.of(fields.query, item.websiteID);
      const updated = await this.writer.update(executor, item, { ...found, ...fields, cursor });
      await audit({ action: 'update', resource: 'search', id: item.id, websiteID: item.websiteID, paths });
      return versioned(updated);
    });
  }

  /** @throws NOT_FOUND, PRECONDITION_FAILED */
  remove(author: CallingAuthor, id: Identifier, preconditions: Preconditions): Promise<SearchItem> {
    return this.writes.run(author, async (executor, audit) => {
      const { item, version } = known(await this.searches.hold(executor, id, ownerOf(author)));
      ensureMet(preconditions, version);
      await this.writer.remove(executor, item.id);
      await audit({ action: 'delete', resource: 'search', id: item.id, websiteID: item.websiteID });
      return item;
    });
  }
}

const ownerOf = (caller: Caller): number | undefined => (caller.role === 'operator' ? undefined : caller.websiteID);

/** @throws FORBIDDEN */
function ensureOwn(caller: Caller, websiteID: number): void {
  if (caller.role === 'operator' || caller.websiteID === websiteID) return;
  throw problems.forbidden('This credential may save searches only for its own account.');
}

/** The operator gave the id of an unknown account, or the account was deleted during the request. */
const goneAccount = ({ role }: Caller): Problem =>
  role === 'operator'
    ? problems.invalidBody([{ field: 'websiteID', message: 'must be an account that exists' }])
    : problems.unauthenticated();

const versioned = ({ item, version }: SearchRow): Versioned => ({ version, text: JSON.stringify(item) });

/** @throws NOT_FOUND */
function known<T>(search: T | undefined): T {
  if (!search) throw problems.notFound('search');
  return search;
}
