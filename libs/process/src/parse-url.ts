/**
 * Parses a URL; `undefined` if the text is not one. `URL.canParse` is not used, because its compiled form in Node 20
 * takes Latin-1 bytes for UTF-8, and rejects `https://bücher.example` after some calls.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
