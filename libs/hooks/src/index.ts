export { HookSender, type Reply } from './sending/hook.sender.js';
export { UndiciHookSender } from './sending/undici-hook.sender.js';
