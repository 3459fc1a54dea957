import { CurrentAuthor, CurrentCaller, type Caller, type CallingAuthor } from '@app/auth';
import { CurrentSafeHorizon, type SafeHorizon } from '@app/cache';
import {
  Answers,
  CurrentPreconditions,
  IdentifierPipe,
  Refuses,
  TakesBody,
  TakesId,
  TakesIfMatch,
  type Identifier,
  type Preconditions,
  type Versioned,
} from '@app/http';
import { ListingCard } from '@app/listings';
import { ApiList, PageQuery, TakesQuery, type Page } from '@app/lists';
import { answerRef } from '@app/schema';
import { idempotencyKeyOf, Post } from '@app/writes';
import { Body, Controller, Delete, Get, Param, Put, Query, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SearchMatchPage } from './dto/match.fields.js';
import { CreatedSearch, CreateSearchDto, DeletedSearch, SearchItem, UpdateSearchDto } from './dto/search.fields.js';
import { SearchesQuery, SearchMatchesQuery } from './filters/search.filters.js';
import { SearchRightsGuard } from './search-rights.guard.js';
import { SearchesService } from './searches.service.js';

const ID = 'Numeric id or object identifier (`_id`) of the search.';
const SearchId = new IdentifierPipe('search');

/** `/api/v1/searches`: saved searches of a website's visitors, and their matches. */
@ApiTags('searches')
@Controller('api/v1/searches')
@UseGuards(SearchRightsGuard)
export class SearchesController {
  constructor(private readonly searches: SearchesService) {}

  @Get()
  @ApiOperation({
    operationId: 'listSearches',
    summary: 'List saved searches',
    description:
      'The saved searches, the newest first unless `sort` is given. An account sees its own, with a credential of the scope `full`; the operator sees all.',
  })
  @ApiList(SearchesQuery, SearchItem, 'page', { isCached: false })
  @Refuses('forbidden')
  async list(@CurrentCaller() caller: Caller, @Query() query: SearchesQuery): Promise<Page> {
    return await this.searches.list(caller, query);
  }

  @Post()
  @ApiOperation({
    operationId: 'createSearch',
    summary: 'Save a search',
    description:
      'Saves a query of `GET /api/v1/listings` for a visitor of the website. It finds the listings that visitors of the website see: current listings, and sold and leased ones that the website shows. Hidden addresses, suburbs and prices match nothing. Matches are later changes; `GET /api/v1/searches/{id}/matches` and the hook `search-matched` report them. A main account with its sub-accounts has at most 10,000 searches, 500 of them without a place, an account, an agent or an id. A search ends at `endsAt`, 400 days after its last change or the last reading of its matches.',
  })
  @TakesBody(CreateSearchDto, 'The query of the search, and the events that it reports.', {
    name: 'Flats in Hurstville',
    query: 'suburb=Hurstville&minbedrooms=2',
    reference: 'visitor-8123',
    notify: ['new', 'price'],
    websiteID: 1,
  })
  @Refuses('forbidden', 'tooManySearches')
  @ApiCreatedResponse({ description: 'The new search.', schema: answerRef(CreatedSearch) })
  async create(
    @CurrentAuthor() author: CallingAuthor,
    @Body() body: CreateSearchDto,
    @CurrentSafeHorizon() end: SafeHorizon,
  ): Promise<CreatedSearch> {
    const request = idempotencyKeyOf(author.request);
    return { message: 'Search created', search: await this.searches.create(author, body, { end, request }) };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'readSearch',
    summary: 'Read a saved search',
    description: 'One search. For an account, searches of other accounts do not exist (404).',
  })
  @TakesId(ID, '1')
  @Refuses('forbidden')
  @Answers(SearchItem, 'The search.')
  read(@CurrentCaller() caller: Caller, @Param('id', SearchId) id: Identifier): Promise<Versioned> {
    return this.searches.read(caller, id);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateSearch',
    summary: 'Update a saved search',
    description:
      'Changes the fields in the body. With another `query` or `notify`, the matches of the search start again.',
  })
  @TakesId(ID, '1')
  @TakesIfMatch()
  @TakesBody(UpdateSearchDto, 'The fields to change.', { name: 'Flats by the river' })
  @Refuses('forbidden', 'tooManySearches')
  @Answers(SearchItem, 'The complete search after the update.')
  update(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', SearchId) id: Identifier,
    @Body() body: UpdateSearchDto,
    @CurrentPreconditions() preconditions: Preconditions,
    @CurrentSafeHorizon() end: SafeHorizon,
  ): Promise<Versioned> {
    return this.searches.update(author, id, body, { preconditions, end });
  }

  @Delete(':id')
  @ApiOperation({ operationId: 'deleteSearch', summary: 'Delete a saved search', description: 'Deletes the search.' })
  @TakesId(ID, '1')
  @TakesIfMatch()
  @Refuses('forbidden')
  @ApiOkResponse({ description: 'The search before it was deleted.', schema: answerRef(DeletedSearch) })
  async remove(
    @CurrentAuthor() author: CallingAuthor,
    @Param('id', SearchId) id: Identifier,
    @CurrentPreconditions() preconditions: Preconditions,
  ): Promise<DeletedSearch> {
    return { message: 'Search deleted', search: await this.searches.remove(author, id, preconditions) };
  }

  @Get(':id/listings')
  @ApiOperation({
    operationId: 'listSearchListings',
    summary: 'List what a saved search finds now',
    description: 'The list of the query as the visitors of the website see it, as cards.',
  })
  @TakesId(ID, '1')
  @ApiList(PageQuery, ListingCard, 'page', { isCached: false })
  @Refuses('forbidden')
  async find(
    @CurrentCaller() caller: Caller,
    @Param('id', SearchId) id: Identifier,
    @Query() query: PageQuery,
  ): Promise<Page> {
    return await this.searches.find(caller, id, query);
  }

  @Get(':id/matches')
  @ApiOperation({
    operationId: 'listSearchMatches',
    summary: 'Follow the matches of a saved search',
    description:
      'The changes after a cursor that match the search, for the reasons in its `notify`: a match for each listing, reason and change, with the listing as it is now. A listing that the search no longer finds is left out, except for the reason `status`; `listing` is then null. A page may be empty although `hasNext` is true.',
  })
  @TakesId(ID, '1')
  @TakesQuery(SearchMatchesQuery)
  @Refuses('forbidden', 'invalidCursor', 'cursorExpired')
  @ApiOkResponse({ description: 'Matches, possibly none.', schema: answerRef(SearchMatchPage) })
  matches(
    @CurrentCaller() caller: Caller,
    @Param('id', SearchId) id: Identifier,
    @Query() query: SearchMatchesQuery,
    @CurrentSafeHorizon() end: SafeHorizon,
  ): Promise<SearchMatchPage> {
    return this.searches.readMatches(caller, id, query, end);
  }
}
