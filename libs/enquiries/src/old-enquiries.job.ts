import { PruningJob } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { EnquiriesSettings } from './enquiries.settings.js';
import { EnquiriesWriter } from './enquiries.writer.js';

/** Deletes old enquiries, and counts that have ended. */
@Injectable()
export class OldEnquiriesJob extends PruningJob {
  constructor(writer: EnquiriesWriter, settings: EnquiriesSettings) {
    super('enquiries', 'enquiries', () => writer.prune(settings.enquiriesRetention));
  }
}
