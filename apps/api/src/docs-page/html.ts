/** A piece of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | undefined | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!); // those of the pattern

function written(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
}

/** A template whose values are escaped, unless they are HTML. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.map((string, at) => (at === 0 ? string : written(values[at - 1]) + string)).join(''));

/** A sentence of the document: `code` and **strong** as in Markdown. */
export const prose = (text: string): Html =>
  new Html(
    escaped(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  );

/** Paragraphs, which empty lines separate. */
export const paragraphs = (text: string): Html[] => text.split(/\n\n+/).map((part) => html`<p>${prose(part)}</p>`);
