/**
 * The URL of a text; `undefined` when it is not one. Not by `URL.canParse`: in Node 20 its compiled form takes Latin-1
 * bytes for UTF-8, and calls `https://bücher.example` invalid as soon as it has been asked often enough.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
