import { AnswersContents, CurrentRecipient, OpenToPublicKeys, type JsonText, type Recipient } from '@app/http';
import { TakesQuery } from '@app/lists';
import { Snapshot } from '@app/cache';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { SuggestQuery } from './suggest.query.js';
import { Suggestions } from './suggestion.fields.js';
import { SuggestionsService } from './suggestions.service.js';

/** `/api/v1/suburbs/suggest`: suggests places while a person types. */
@ApiTags('suburbs')
@OpenToPublicKeys('site')
@Controller('api/v1/suburbs/suggest')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @ApiOperation({
    operationId: 'suggestPlaces',
    summary: 'Suggest places',
    description:
      'Places for what somebody is typing: suburbs of the reference, and their postcodes, regions and areas. Every word that was typed occurs in the place, or in another name that people use for the suburb (`cbd`, `kings cross`, `hunter valley`). First come whole postcodes, then names that start with what was typed, names of which a later word does, and regions, areas and suburbs with other names; if there are fewer than `limit`, then names of four letters or more that are spelt nearly so. Leftovers of the census (`ACT Remainder - Hall`) come last. Within each of these, places with more current listings come first; of as many, those of which the whole name was typed, then postcodes, suburbs, regions, areas, each in alphabetical order. With `types=address`, addresses of properties with a listing that the caller sees follow, from a number and three letters of a name on (`12 smi`): those that have every word, as in `s` of listings. Those that begin with the first word come first, then by suburb, street and number. Hidden addresses are never suggested.',
  })
  @TakesQuery(SuggestQuery)
  @AnswersContents(Suggestions, 'The best places.')
  async suggest(
    @Query() query: SuggestQuery,
    @CurrentRecipient() recipient: Recipient,
    @Snapshot() snapshot: string,
  ): Promise<JsonText> {
    return await this.suggestions.suggest(query, recipient, snapshot);
  }
}
