import { PruningJob } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { SearchesWriter } from './searches.writer.js';

/** Deletes searches that have not been used for a long time. */
@Injectable()
export class OldSearchesJob extends PruningJob {
  constructor(writer: SearchesWriter) {
    super('searches', 'saved searches', () => writer.prune());
  }
}
