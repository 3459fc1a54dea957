/** The hosts of this machine as the system names them: all its addresses, and those of the loopback. */
const OWN_HOST = /\/\/(0\.0\.0\.0|127\.0\.0\.1|\[::1?\])(?=[:/]|$)/;

/** A URL of this machine as `localhost`, the origin of the demo's pictures. Other hosts are unchanged. */
export const localUrl = (url: string): string => url.replace(OWN_HOST, '//localhost');
