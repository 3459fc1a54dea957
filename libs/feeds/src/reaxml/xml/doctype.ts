/** The tokens that tell where a document type ends. */
const TOKEN = /<!--[^]*?-->|<!--[^]*$|"[^"]*"|"[^"]*$|'[^']*'|'[^']*$|[[\]>]/g;

/** Whether a document type, from its `<!DOCTYPE` on, defines an entity. */
export const definesEntities = (doctype: string): boolean => /<!ENTITY/i.test(doctype);

/** Where a document type ends: behind its `>`; -1 while there is none. */
export function doctypeEnd(text: string): number {
  let inside = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[') inside = true;
    else if (token === ']') inside = false;
    else if (token === '>' && !inside) return index + 1;
  }
  return -1;
}
