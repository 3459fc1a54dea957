import { AnswersAs, CALENDAR_TYPE, ContentTagInterceptor, headerRef, OpenToLinks } from '@app/http';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { cachedUnlessVolatile, TakesQuery } from './documented.js';
import { PageInterceptor } from './page.interceptor.js';

const CALENDAR_EXAMPLE = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//agency-directory//EN
METHOD:PUBLISH
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VEVENT
UID:01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11-auction
SEQUENCE:194572800
DTSTAMP:20260302T000000Z
DTSTART;VALUE=DATE:20260307
SUMMARY:Auction: 3/39 Main Road\\, Richmond VIC 3121
LOCATION:3/39 Main Road\\, Richmond VIC 3121
LAST-MODIFIED:20260302T000000Z
END:VEVENT
END:VCALENDAR
`;

/** Declares a list handler that responds with an iCalendar, with an ETag of its contents. Links are accepted (B79). */
export function ApiCalendar(query: new () => object = class {}): MethodDecorator {
  return applyDecorators(
    OpenToLinks(),
    AnswersAs(CALENDAR_TYPE, 'always'),
    TakesQuery(query),
    HttpCode(200),
    UseInterceptors(ContentTagInterceptor, PageInterceptor),
    cachedUnlessVolatile(query),
    ApiOkResponse({
      description: 'The calendar.',
      content: {
        [CALENDAR_TYPE]: {
          schema: { type: 'string' },
          examples: { [CALENDAR_TYPE]: { value: CALENDAR_EXAMPLE.replaceAll('\n', '\r\n') } },
        },
      },
      headers: { ETag: headerRef('ListETag') },
    }),
  );
}
