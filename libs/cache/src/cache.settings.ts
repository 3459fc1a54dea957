/** Settings of the cache of responses, provided by the application. */
export abstract class CacheSettings {
  /** The memory for cached responses, in megabytes. */
  abstract readonly responseCacheMb: number;
}
