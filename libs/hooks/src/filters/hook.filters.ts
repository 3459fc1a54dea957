import { LogOrder, type LogSort, NumericIds, PageQuery } from '@app/lists';

/** The parameters of the list of hooks. */
export class HooksQuery extends PageQuery {
  @NumericIds('hook', 'Hooks', 1)
  ids?: number[];

  @LogOrder('id')
  sort: LogSort;
}

/** The parameters of the list of deliveries. */
export class HookDeliveriesQuery extends PageQuery {
  @NumericIds('delivery', 'Deliveries', 1)
  ids?: number[];

  @LogOrder()
  sort: LogSort;
}
