import type { SchemaObject } from '@nestjs/swagger';
import { Field, flag, list, ListOf, tally, type Class, type Kind } from '@app/schema';

/** What the envelope of accounts has beside the items. */
export class Totals {
  @Field(tally, 'Number of items on all pages together. Always exact.', { notNullable: true, example: 1 })
  total: number;

  @Field(tally, 'Number of pages: `total` divided by `limit`, rounded up; 0 when there are no items.', {
    notNullable: true,
    example: 1,
  })
  totalPage: number;
}

/** What the envelope of agents, suburbs, listings, properties and feeds has beside the items. */
export class PageTotals extends Totals {
  @Field(flag, 'True when there is a page after this one.', { notNullable: true, example: false })
  hasNext: boolean;
}

const always: Kind<boolean> = { ...flag, schema: { type: 'boolean', const: true } as SchemaObject }; // 3.1 has const

/** What the envelope of postcodes, regions and area names has beside the items. */
export class Success {
  @Field(always, 'Always true.', { notNullable: true, example: true })
  success: boolean;
}

/** What a list holds: representations, or values of a named kind. */
export type Item = Class | Kind<string>;

const nameOf = (item: Item): string => (item.name ?? '').replace(/(Item|Response)$/, '');

const DATA = 'The items of this page, in the order of the list. Empty when the page is past the last one.';

/** The class of a page of items, called after them: `ListingPage`. */
export function pageOf(envelope: Class, item: Item): Class {
  const page = { [`${nameOf(item)}Page`]: class extends envelope {} }[`${nameOf(item)}Page`] as Class; // the key names it
  const data =
    typeof item === 'function' ? ListOf(() => item, DATA) : Field(list(item), DATA, { example: [item.example] });
  data(page.prototype as object, 'data');
  return page;
}
