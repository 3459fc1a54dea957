import { parseUrl } from '@app/process';

/** Maximum length of a host name in ASCII. */
const MAX_HOSTNAME = 253;

/** The host name of a link (D14), in ASCII; as written if it has no ASCII form, such as `http://256.256.256.256`. */
export function hostnameOf(link: string): string {
  const hostname = parseUrl(link)?.hostname ?? '';
  if (hostname !== '' && hostname.length <= MAX_HOSTNAME) return hostname;
  const [, host = ''] = /^\w+:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(link) ?? [];
  return host.toLowerCase();
}
