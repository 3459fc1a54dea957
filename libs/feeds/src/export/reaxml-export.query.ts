import { changesCursor } from '@app/changes';
import { ListingsExportQuery } from '@app/listings';
import { Parameter } from '@app/lists';
import { REVISIONS, type Revision } from '@app/reaxml';
import { id, named, oneOf } from '@app/schema';

const revision = named('ReaxmlRevision', 'A revision of the DTD of REAXML.', oneOf(REVISIONS));

/** The parameters of an export as REAXML (B62). */
export class ReaxmlExportQuery extends ListingsExportQuery {
  @Parameter(id, 'Numeric id of the account whose own listings are exported.', {
    group: 'Agency and people',
    required: true,
    example: 1,
  })
  override websiteID: number;

  @Parameter(
    changesCursor,
    'The `Changes-Cursor` of an answer: only listings that have changed after it, or whose agents have. Those that are gone since then, or no longer match, have the status `deleted`.',
    { group: 'Dates and events', isCursor: true, example: 'now' },
  )
  since?: string;

  @Parameter(revision, 'The revision of REAXML that the document is valid by (`docs/FEEDS.md`).', {
    group: 'Page, order and form',
    initial: 'r1.64',
  })
  revision: Revision;
}
