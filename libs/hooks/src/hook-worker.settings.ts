/** Settings of the worker of hooks, provided by the application. */
export abstract class HookWorkerSettings {
  /** Whether this process calls hooks. */
  abstract readonly hooks: 'on' | 'off';
}
