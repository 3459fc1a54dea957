export { HookDeliveryEntity, HookRetryEntity } from './entities/hook-delivery.entity.js';
export { HookEndpointEntity, HookRotationEntity } from './entities/hook-endpoint.entity.js';
export { HookStateEntity } from './entities/hook-state.entity.js';
export { HookCommandsRepository } from './hook-commands.repository.js';
export { HookWorkerModule } from './hook-worker.module.js';
export { HooksModule } from './hooks.module.js';
export { oldestPendingSeconds } from './messages/oldest-pending.reads.js';
export type { HookItem } from './dto/hook.fields.js';
export { HooksService } from './hooks.service.js';
