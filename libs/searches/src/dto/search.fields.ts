import { Field, id, instant, Nested, Required, text, uid } from '@app/schema';
import { matchReasons, savedQuery, searchName, visitorReference } from './search.kinds.js';

/** The fields of a search that an account can write. */
export class SearchFields {
  @Field(searchName, 'Name of the search. It must not contain @, so that no e-mail address is stored.', {
    notNullable: true,
    example: 'Flats in Hurstville',
  })
  name: string;
  @Field(
    savedQuery,
    'Query string of `GET /api/v1/listings`, without parameters that depend on the time of day, `page`, `limit`, `cursor` and `view`. A `polygon` has at most 50 corners. `status` is `current`, `sold` or `leased`: the search finds only listings that visitors of the website see.',
    { notNullable: true, example: 'suburb=Hurstville&minbedrooms=2' },
  )
  query: string;
  @Field(
    visitorReference,
    'Your own identifier of the visitor. It must not contain @, so that no e-mail address is stored.',
    {
      example: 'visitor-8123',
    },
  )
  reference: string;
  @Field(matchReasons, 'The reasons to report as matches, each at most once.', {
    notNullable: true,
    example: ['new', 'price'],
  })
  notify: string[];
}

/** A saved search. */
export class SearchItem extends SearchFields {
  @Field(uid, 'Object identifier of the search.', { readOnly: true, notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the search.', { readOnly: true, notNullable: true, example: 1 }) id: number;
  @Field(id, 'Numeric id of the account.', { readOnly: true, notNullable: true, example: 1 }) websiteID: number;
  @Field(
    text(),
    'The start of its matches: the first `since` of `GET /api/v1/searches/{id}/matches`. It moves when `query` or `notify` is changed.',
    { readOnly: true, notNullable: true, example: 'WzEsImU4N2IwMTUzZmM3MSIsODEyXQ' },
  )
  cursor: string;
  @Field(instant, 'Time when the search was stored, in UTC.', {
    readOnly: true,
    notNullable: true,
    example: '2026-02-27T00:00:00.000Z',
  })
  createdAt: string;
  @Field(instant, 'Time of the last change, in UTC.', { readOnly: true, notNullable: true }) updatedAt: string;
  @Field(
    instant,
    'Time when the search will be deleted, in UTC, unless it is changed or its matches are read before: 400 days after the last use, or another retention time set by the operator.',
    { readOnly: true, notNullable: true, example: '2027-04-11T22:30:00.000Z' },
  )
  endsAt: string;
}

/** The body of a create request. */
export class CreateSearchDto extends SearchFields {
  @Required() override name: string;
  @Required() override query: string;
  @Required() override notify: string[];
  @Field(id, 'Numeric id of the account. Required from the operator, optional from an account.', { example: 1 })
  websiteID?: number | null;
}

/** The body of an update: any subset of the fields; a read-only field may repeat its current value (D17). */
export class UpdateSearchDto extends SearchItem {}

/** The response to a create request. */
export class CreatedSearch {
  @Field(text(), 'Confirmation in words.', { example: 'Search created' }) message: string;
  @Nested(() => SearchItem, 'The new search.') search: SearchItem;
}

/** The response to a delete request. */
export class DeletedSearch {
  @Field(text(), 'Confirmation in words.', { example: 'Search deleted' }) message: string;
  @Nested(() => SearchItem, 'The search before it was deleted.') search: SearchItem;
}
