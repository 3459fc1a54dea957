import { Marked, type Token, type Tokens } from 'marked';
import { html, Html, textOf } from '../html.js';

/** A guide as a part of the page. */
export interface Guide {
  /** The id of its element. Ids of its headings begin with it. */
  readonly id: string;
  readonly title: string;
  /** The first sentence. */
  readonly summary: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
  readonly body: Html;
}

/** The targets of a guide's links. */
export interface GuideContext {
  /** The titles of all guides by file name. */
  readonly titles: ReadonlyMap<string, string>;
  /** The URLs of pictures by file name. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The ids of operations by the ways in which guides name them. */
  readonly operations: ReadonlyMap<string, string>;
}

export const titleOf = (source: string): string => /^# (.*)$/m.exec(source)?.[1] ?? '';

const idOf = (file: string): string => file.replace(/\.md$/, '').toLowerCase();

/** The fragment that GitHub gives a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A request in a text: `GET /api/v1/agents?limit=5`, `/agents/{id}`. */
const REQUEST = /^(?:([A-Z]+) )?(?:\/api)?(?:\/v1)?(\/[^\s?]*)(?:\?.*)?$/;

/** The name of a request that does not depend on its form: without version, parameters and names in the path. */
export const requestName = (request: string): string | undefined => {
  const [, method = 'GET', path] = REQUEST.exec(request) ?? [];
  return path && `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
};

/** Renders a guide. Its links stay on the page; a link to another file of the repository becomes text. */
export function renderGuide(file: string, source: string, { titles, pictures, operations }: GuideContext): Guide {
  const id = idOf(file);
  const headings: { id: string; text: string }[] = [];
  let isInLink = false;

  const fragmentOf = (href: string): string | undefined => {
    const [target = '', heading = ''] = href.split('#');
    if (target !== '' && !titles.has(target)) return undefined;
    return `#${target === '' ? id : idOf(target)}${heading && `-${heading}`}`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }): string {
        // Headings of the page surround the guide.
        const heading = { id: `${id}-${slugOf(text)}`, text: text.replaceAll('`', '') };
        headings.push(heading);
        return `<h${depth + 2} id="${heading.id}">${this.parser.parseInline(tokens)}</h${depth + 2}>`;
      },
      link({ href, text, tokens }): string {
        isInLink = true;
        const inner = titles.has(text) ? (titles.get(text) ?? '') : this.parser.parseInline(tokens);
        isInLink = false;
        const target = href.startsWith('https:') ? href : fragmentOf(href);
        return target === undefined ? inner : html`<a href="${target}">${new Html(inner)}</a>`.text;
      },
      image: ({ href, text }) => html`<img src="${pictures[href]}" alt="${text}" />`.text,
      codespan({ text }): string {
        const code = `<code>${textOf(text).text}</code>`;
        const operation = isInLink ? undefined : (operations.get(text) ?? operations.get(requestName(text) ?? ''));
        return operation === undefined ? code : `<a href="#${operation}">${code}</a>`;
      },
      code: ({ text }) => html`<pre tabindex="0" aria-label="Code">${textOf(text)}</pre>`.text,
      table({ header, rows }): string {
        const head = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`);
        // On a phone, cells are below each other, and each shows its heading.
        const cell = ({ tokens }: Tokens.TableCell, at: number) =>
          html`<td data-label="${header[at]?.text.replaceAll('`', '')}">
            ${new Html(this.parser.parseInline(tokens))}
          </td>`.text;
        const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`);
        return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
      },
      html: ({ text }) => textOf(text).text,
    },
  });
  const [, ...content] = marked.lexer(source);
  const body = new Html(marked.parser(content));
  return { id, title: titleOf(source), summary: summaryOf(content), headings, body };
}

/** The first sentence, as plain text. */
function summaryOf(content: readonly Token[]): string {
  const first = content.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined; // by its type
  const [sentence = ''] = /^.*?\.(?=\s|$)/s.exec(first?.text ?? '') ?? [];
  return sentence.replaceAll('`', '').replaceAll(/\s+/g, ' ');
}
