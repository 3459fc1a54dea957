export { HookDeliveryEntity } from './entities/hook-delivery.entity.js';
export { HookEndpointEntity } from './entities/hook-endpoint.entity.js';
export { HookProgressEntity } from './entities/hook-progress.entity.js';
export { HookRetryEntity } from './entities/hook-retry.entity.js';
export { HookStateEntity } from './entities/hook-state.entity.js';
export { HookCommandsRepository } from './hook-commands.repository.js';
export { HooksModule } from './hooks.module.js';
export { HookSender, type Reply } from './sending/hook.sender.js';
export { HookSigner } from './signing/hook.signer.js';
