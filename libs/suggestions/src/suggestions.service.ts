import type { Audience, JsonText } from '@app/http';
import { Injectable } from '@nestjs/common';
import { KeptPlaces } from './kept-places.js';
import type { SuggestQuery } from './suggest.query.js';
import type { Suggestions } from './suggestion.fields.js';

/** Suggests places. */
@Injectable()
export class SuggestionsService {
  constructor(private readonly places: KeptPlaces) {}

  async suggest(query: SuggestQuery, audience: Audience, snapshot: string): Promise<JsonText> {
    const places = await this.places.current(snapshot);
    const answer: Suggestions = { data: places.suggest(query, audience) };
    return JSON.stringify(answer);
  }
}
