/** The release that a program is built of. */
interface Release {
  /** The version of package.json. */
  readonly version: string;
  /** The first seven digits of the commit that was built; `unknown` where neither git nor COMMIT names it. */
  readonly commit: string;
}

/** Put in by the build (`vite.config.ts`). Tests are no release. */
declare const RELEASE: Release | undefined;

export const release: Release =
  typeof RELEASE === 'undefined' ? { version: 'development', commit: 'unknown' } : RELEASE;

/** Such as `agency-directory 1.0.0 (abc1234)`. */
export const releaseName = `agency-directory ${release.version} (${release.commit})`;
