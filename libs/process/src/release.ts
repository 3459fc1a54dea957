/** The release from which a program was built. */
interface Release {
  /** The version of package.json. */
  readonly version: string;
  /** The first seven digits of the commit; `unknown` if neither git nor COMMIT provides it. */
  readonly commit: string;
}

/** Set by the build (`vite.config.ts`), not in tests. */
declare const RELEASE: Release | undefined;

export const release: Release =
  typeof RELEASE === 'undefined' ? { version: 'development', commit: 'unknown' } : RELEASE;

/** Such as `agency-directory 1.0.0 (abc1234)`. */
export const releaseName = `agency-directory ${release.version} (${release.commit})`;
