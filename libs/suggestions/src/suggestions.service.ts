import type { JsonText, Recipient } from '@app/http';
import { Injectable } from '@nestjs/common';
import { AddressesRepository } from './addresses.repository.js';
import { KeptPlaces } from './kept-places.js';
import type { SuggestQuery } from './suggest.query.js';
import type { Suggestions } from './suggestion.fields.js';

/** Suggests places. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly places: KeptPlaces,
    private readonly addresses: AddressesRepository,
  ) {}

  /**
   * Suggests places, followed by addresses: if they are requested, or, without types, if a number was typed that is not
   * the postcode of a suggested place.
   */
  async suggest(query: SuggestQuery, recipient: Recipient, snapshot: string): Promise<JsonText> {
    const places = (await this.places.current(snapshot)).suggest(query, recipient);
    const limit = query.limit - places.length;
    const isHouse = (number: string) => places.every(({ postcode }) => postcode !== number);
    const isAsked = limit > 0 && (query.types?.includes('address') ?? query.q.match(/\d+/g)?.some(isHouse));
    const addresses = isAsked ? await this.addresses.suggest({ ...query, limit }, recipient) : [];
    const answer: Suggestions = { data: [...places, ...addresses] };
    return JSON.stringify(answer);
  }
}
