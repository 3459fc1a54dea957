/** A message of a hook. */
export interface HookMessage {
  /** The trigger, or `ping` or `resync`. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Headers as `fetch` or Node.js provide them. */
export type HookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Greatest age of a message. Default: 300 seconds. */
  readonly toleranceSeconds?: number;
}

/** The message is not from the service, or too old. Respond with 401. */
export class HookVerificationError extends Error {
  override readonly name = 'HookVerificationError';
}

/** @throws TypeError if the text is not a secret: then the program is wrong, and the message may be genuine */
function keyBytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) throw new TypeError('The secret of a hook must be whsec_ followed by base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function headerOf(headers: HookHeaders, name: string): string {
  // The Headers class of another `fetch` works as well.
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value ?? []).join(' ');
}

/** Compares two texts in a time that does not reveal where they differ. */
function areEqual(own: string, theirs: string): boolean {
  let difference = own.length ^ theirs.length;
  for (let at = 0; at < own.length; at += 1) difference |= own.charCodeAt(at) ^ theirs.charCodeAt(at);
  return difference === 0;
}

async function signatureOf(secret: string, message: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyBytesOf(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

/**
 * Verifies a message and returns it. During a rotation pass both secrets: one valid signature is enough.
 * @param secrets `whsec_...`
 * @param body the exact bytes received; JSON that was parsed and written again has other bytes
 * @throws HookVerificationError
 */
export async function verifyHook(
  secrets: string | readonly string[],
  headers: HookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<HookMessage> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!id || !/^\d+$/.test(time ?? '') || age > toleranceSeconds) {
    throw new HookVerificationError('The message has no id, or its timestamp is too old or too new');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const start = new TextEncoder().encode(`${id}.${time}.`);
  const message = new Uint8Array(start.length + bytes.length);
  message.set(start);
  message.set(bytes, start.length);
  let isGenuine = false;
  for (const secret of [secrets].flat()) {
    const own = await signatureOf(secret, message);
    for (const theirs of (signatures ?? '').split(' ')) isGenuine = areEqual(own, theirs) || isGenuine;
  }
  if (!isGenuine) throw new HookVerificationError('No signature of the message matches a given secret');
  return JSON.parse(new TextDecoder().decode(bytes)) as HookMessage;
}
