import type * as Config from '@app/config';
import type * as TypeORM from 'typeorm';
import type { Line, Lines } from './changes.js';

/** A commit of this repository as it is built: what is loaded of it. */
export interface Build {
  readonly url: string;
  readonly settings: Config.Settings;
  readonly typeorm: typeof TypeORM;
  /** One of its compiled files. */
  readonly file: <T>(path: string) => Promise<T>;
  /** One of its libraries. */
  readonly library: <T>(name: string) => Promise<T>;
  /** One of the packages that it has installed. */
  readonly installed: <T>(name: string) => Promise<T>;
}

/** The write paths of a commit: its import of bundles, and its deletion of listings as feeds use it. */
export interface WritePaths {
  /** In one transaction; bad lines are reported, and left out. */
  readonly importLines: (kind: keyof Lines, lines: readonly Line[], onBadLine: OnBadLine) => Promise<unknown>;
  readonly deleteListings: (ids: readonly number[]) => Promise<unknown>;
  readonly dataSource: TypeORM.DataSource;
}

export type OnBadLine = (bad: { readonly field: string; readonly reason: string }) => void;
