import { PageQuery } from '@app/lists';

/** The parameters of the list of hooks. */
export class HooksQuery extends PageQuery {}

/** The parameters of the list of deliveries. */
export class HookDeliveriesQuery extends PageQuery {}
