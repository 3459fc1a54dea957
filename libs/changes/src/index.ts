export { ChangeDaysRepository, LogHistoryRepository } from './log/log-history.repository.js';
export { ChangeStreams } from './streams/change-streams.service.js';
export { ChangesModule } from './changes.module.js';
export { ChangesRepository, type ChangeRow, type ChangesFilter, type ChangeKey } from './changes.repository.js';
export { groupEntries, wholeGroups, type EntryGroup } from './entry-groups.js';
export { changesCursor } from './dto/changes.query.js';
export type { Entry } from './change-entries.service.js';
export { openTransactions, openTransactionWords, type OpenTransaction } from './log/open-transactions.reads.js';
export { ChangesService, type EntryBatch } from './changes.service.js';
