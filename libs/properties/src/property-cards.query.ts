import { viewAs, type ListView } from '@app/listings';
import { Parameter } from '@app/lists';
import { PropertiesQuery } from './property.filters.js';

/** The parameters of the list of cards. */
export class PropertyCardsQuery extends PropertiesQuery {
  @Parameter(...viewAs('card')) override view: ListView;
}
