/** A fragment of HTML. */
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

// The pattern matches only the keys of ENTITIES.
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

function written(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
}

/**
 * A template literal that escapes its values, except those that are HTML already. The indentation of the template is
 * left out: it would be a third of the page.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(
    strings
      .map((string) => string.replaceAll(/\n\s*/g, '\n'))
      .map((string, at) => (at === 0 ? string : written(values[at - 1]) + string))
      .join(''),
  );

/** Text between tags, where quotes need no escape. */
export const textOf = (text: string): Html =>
  new Html(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));

/** Renders one sentence of a description; `code` and **strong** work as in Markdown. */
export const prose = (text: string): Html =>
  new Html(
    textOf(text)
      .text.replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  );

/** Renders paragraphs that are separated by empty lines. */
export const paragraphs = (text: string): Html[] => text.split(/\n\n+/).map((part) => html`<p>${prose(part)}</p>`);
