export { ChangeDaysRepository } from './change-days.repository.js';
export { ChangeDaysKeeper } from './change-days.keeper.js';
export { ChangesModule } from './changes.module.js';
export { ChangesRepository, type Change, type ChangesFilter, type Position } from './changes.repository.js';
