import { SETTINGS, type Settings } from '@app/config';
import { PruningJob } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { EnquiriesWriter } from './enquiries.writer.js';

/** Deletes expired enquiries and counts. */
@Injectable()
export class OldEnquiriesJob extends PruningJob {
  constructor(writer: EnquiriesWriter, @Inject(SETTINGS) settings: Settings) {
    super('enquiries', 'enquiries', () => writer.prune(settings.enquiriesRetention));
  }
}
