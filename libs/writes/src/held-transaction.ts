import { RequestValue } from '@app/http';
import type { SqlExecutor } from '@app/sql';

/** The transaction that is held open for a whole request; its writes run in it. */
export const heldTransaction = new RequestValue<SqlExecutor>('held transaction');
