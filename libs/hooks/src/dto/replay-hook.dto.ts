import { HookReplayFields } from '../hook.fields.js';

/** The body of a replay. */
export class ReplayHookDto extends HookReplayFields {}
