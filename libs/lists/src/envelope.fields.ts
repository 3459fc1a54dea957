import type { SchemaObject } from '@nestjs/swagger';
import { Field, flag, list, ListOf, tally, text, type Class, type Kind } from '@app/schema';

const cursor: Kind<string> = { ...text(), example: 'WzEsImhLcFkiLCI3MDAxIl0' };

/** The envelope fields of pages by cursor. */
class WithCursor {
  @Field(cursor, 'Cursor of the next page; null on the last one. Only in answers to requests with `cursor`.', {
    optional: true,
    nullable: true,
    example: null,
  })
  nextCursor?: string | null;
}

/** The envelope fields of accounts, besides the items. */
export class Totals extends WithCursor {
  @Field(tally, 'Number of items on all pages together. Always exact.', { notNullable: true, example: 1 })
  total: number;

  @Field(tally, 'Number of pages: `total` divided by `limit`, rounded up; 0 when there are no items.', {
    notNullable: true,
    example: 1,
  })
  totalPage: number;
}

/** The envelope fields of agents, suburbs, listings, properties and feeds, besides the items. */
export class PageTotals extends Totals {
  @Field(flag, 'True when there is a page after this one.', { notNullable: true, example: false })
  hasNext: boolean;
}

const always: Kind<boolean> = { ...flag, schema: { type: 'boolean', const: true } as SchemaObject }; // OpenAPI 3.1 has const

/** The envelope fields of postcodes, regions and area names, besides the items. */
export class Success extends WithCursor {
  @Field(always, 'Always true.', { notNullable: true, example: true })
  success: boolean;
}

/** The items of a list: representations, or values of a named kind. */
export type Item = Class | Kind<string>;

const nameOf = (item: Item): string => (item.name ?? '').replace(/(Item|Response)$/, '');

const DATA = 'The items of this page, in the order of the list. Empty when the page is past the last one.';

/** The class of a page of items, named after the items: `ListingPage`. */
export function pageOf(envelope: Class, item: Item): Class {
  const page = { [`${nameOf(item)}Page`]: class extends envelope {} }[`${nameOf(item)}Page`] as Class; // the computed key gives the class its name
  const data =
    typeof item === 'function' ? ListOf(() => item, DATA) : Field(list(item), DATA, { example: [item.example] });
  data(page.prototype as object, 'data');
  return page;
}
