import { logSort, type LogSort, NumericIds, PageQuery, Parameter } from '@app/lists';

/** The parameters of the list of hooks. */
export class HooksQuery extends PageQuery {
  @NumericIds('hook', 'Hooks', 1)
  ids?: number[];

  @Parameter(logSort, 'Order of the list: by numeric id, the oldest first (`id`) or the newest first.', {
    group: 'Page, order and form',
    initial: 'id',
    example: 'newest',
  })
  sort: LogSort;
}

/** The parameters of the list of deliveries. */
export class HookDeliveriesQuery extends PageQuery {
  @NumericIds('delivery', 'Deliveries', 1)
  ids?: number[];

  @Parameter(logSort, 'Order of the list: by numeric id, the oldest first (`id`) or the newest first.', {
    group: 'Page, order and form',
    initial: 'newest',
    example: 'id',
  })
  sort: LogSort;
}
