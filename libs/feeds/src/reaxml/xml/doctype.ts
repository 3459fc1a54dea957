/** The tokens that determine where a document type ends. */
const TOKEN = /<!--[^]*?-->|<!--[^]*$|"[^"]*"|"[^"]*$|'[^']*'|'[^']*$|[[\]>]/g;

/** Whether a document type, from `<!DOCTYPE` on, defines an entity. */
export const definesEntities = (doctype: string): boolean => /<!ENTITY/i.test(doctype);

/** The offset after the `>` that ends a document type; -1 while it has not ended. */
export function doctypeEnd(text: string): number {
  let inside = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[') inside = true;
    else if (token === ']') inside = false;
    else if (token === '>' && !inside) return index + 1;
  }
  return -1;
}
