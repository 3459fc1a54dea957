import { Field, instant, Nested } from '@app/schema';
import { timeZoneName } from '@app/suburbs';
import { ListingCard } from '../dto/listing-card.fields.js';
import { inspectionKind, type InspectionKind } from './inspection.kinds.js';

/** An inspection or an auction of a listing. */
export class InspectionItem {
  @Field(inspectionKind, 'The kind of event.', { notNullable: true, example: 'inspection' }) kind: InspectionKind;
  @Field(instant, 'The start.', { notNullable: true, example: '2026-03-06T22:30:00.000Z' }) dateFrom: string;
  @Field(instant, 'The end; for an auction, the start.', { notNullable: true, example: '2026-03-06T23:00:00.000Z' })
  dateTo: string;
  @Field(timeZoneName, 'Time zone of the listing, as a name of the IANA database.', {
    notNullable: true,
    example: 'Australia/Melbourne',
  })
  timeZone: string;
  @Nested(() => ListingCard, 'The listing, as a card.') listing: ListingCard;
}
