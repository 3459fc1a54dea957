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
    summary: 'Suggest places and addresses',
    description:
      'Places for a text that a person is typing: suburbs of the reference, and their postcodes, regions and areas. Every typed word occurs in the place, or in another name that people use for the suburb (`cbd`, `kings cross`, `hunter valley`). Whole postcodes come first, then names that start with the typed text, names in which a later word starts with it, and then regions, areas and suburbs with other names. If these are fewer than `limit`, names of at least four letters with a similar spelling follow. Census remainders (`ACT Remainder - Hall`) come last. Within each group, places with more current listings come first; ties are ordered by whether the whole name was typed, then by type (postcodes, suburbs, regions, areas), then alphabetically. Addresses of properties with a listing that the caller sees follow, if the text has a number that is not the postcode of a suggested place, and at least three letters of a name (`12 smi`): addresses with every word, compared as by `address` of listings; the last word may be incomplete (`12 smith s`). Addresses that begin with the first word come first, then addresses with the words together, then by suburb, street and number. `types=address` suggests addresses alone. Hidden addresses are never suggested.',
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
