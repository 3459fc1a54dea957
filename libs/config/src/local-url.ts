/** The addresses of this machine as the system formats them: unspecified and loopback. */
const OWN_HOST = /\/\/(0\.0\.0\.0|127\.0\.0\.1|\[::1?\])(?=[:/]|$)/;

/** Replaces an address of this machine by `localhost`, the origin of the demo's pictures. Other hosts are unchanged. */
export const localUrl = (url: string): string => url.replace(OWN_HOST, '//localhost');
