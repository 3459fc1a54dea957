import { AsCalendar, CALENDAR_TYPE, CurrentRecipient, OpenToPublicKeys, TakesId, type Recipient } from '@app/http';
import { ApiCalendar, ApiList, type Page } from '@app/lists';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CARD } from '../dto/listing.kinds.js';
import { InspectionItem } from './inspection.fields.js';
import { MOST_EVENTS_OF_LISTING } from './inspections.repository.js';
import { InspectionsCalendarQuery, InspectionsQuery } from './inspections.query.js';
import { InspectionsService, MOST_EVENTS } from './inspections.service.js';

/** `/api/v1/inspections`: inspections and auctions of listings. */
@ApiTags('inspections')
@Controller('api/v1')
export class InspectionsController {
  constructor(private readonly inspections: InspectionsService) {}

  @Get('inspections')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'listInspections',
    summary: 'List inspections and auctions',
    description: `The times when listings are open to visitors, or auctioned, in chronological order, ties by listing. Without \`datefrom\`, times that have not ended. A time is listed if its listing is current and matches every filter. \`listing\` is a card: ${CARD}. With \`Accept: text/calendar\` the response is that of \`/inspections.ics\`, which has no pages.`,
  })
  @ApiList(InspectionsQuery, InspectionItem, 'page', { other: CALENDAR_TYPE })
  list(
    @Query() query: InspectionsQuery,
    @AsCalendar() asCalendar: boolean,
    @CurrentRecipient() recipient: Recipient,
  ): Promise<Page> {
    return asCalendar ? this.inspections.calendar(query, recipient) : this.inspections.list(query, recipient);
  }

  @Get('inspections.ics')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readInspectionsCalendar',
    summary: 'Read inspections and auctions as a calendar',
    description: `The first ${MOST_EVENTS} times of \`/inspections\` as an iCalendar (RFC 5545), and at most the first ${MOST_EVENTS_OF_LISTING} of a listing that match: without \`datefrom\`, of those that have not ended. Inspections of a listing with the same start are one event. A calendar that fetches it again updates and removes changed events; it should do so once an hour.`,
  })
  @ApiCalendar(InspectionsCalendarQuery)
  calendar(@Query() query: InspectionsCalendarQuery, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return this.inspections.calendar(query, recipient);
  }

  @Get('listings/:id/inspections.ics')
  @OpenToPublicKeys('site')
  @ApiOperation({
    operationId: 'readListingCalendar',
    summary: 'Read the inspections and the auction of a listing as a calendar',
    description: `The times of one listing as an iCalendar (RFC 5545), including past ones, at most ${MOST_EVENTS_OF_LISTING}: first the ones that had not ended when the listing last changed, from the next on, then the latest others. A listing that is no longer current has a calendar without events, also for callers that no longer see the listing.`,
  })
  @TakesId('Numeric id, object identifier (`_id`) or uniqueID of the listing.', '239')
  @ApiCalendar()
  calendarOf(@Param('id') id: string, @CurrentRecipient() recipient: Recipient): Promise<Page> {
    return this.inspections.calendarOf(id, recipient);
  }
}
