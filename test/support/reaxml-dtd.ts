import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import type { Revision } from '../../libs/reaxml/src/writing/revisions.js';
import { SharedFile } from '../system/beside/shared-files.js';

/** The content models of both revisions of REAXML. */
export const DTD_FILE = new SharedFile('shared/data/reaxml-content.json');

interface DeclaredAttribute {
  readonly type: 'CDATA' | readonly string[];
  /** `#REQUIRED`, `#IMPLIED`, `#FIXED value`, or the default. */
  readonly default: string;
}

export interface Dtd {
  readonly elements: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, Readonly<Record<string, DeclaredAttribute>>>>;
}

export const dtds = (): Readonly<Record<Revision, Dtd>> =>
  JSON.parse(readFileSync(DTD_FILE.path, 'utf8')) as Readonly<Record<Revision, Dtd>>;

/** A content model as an expression of the names of the children, each followed by `;`. */
function expressionOf(model: string): RegExp {
  if (model === 'EMPTY') return /^$/;
  const names = model.replace(/#PCDATA\|?/, '').replace(/\w+/g, '(?:$&;)');
  return new RegExp(`^${names.replaceAll(',', '')}$`);
}

interface Open {
  readonly name: string;
  readonly line: number;
  children: string;
  text: string;
}

/** Finds the faults of documents, as a validating parser does. */
export class DtdValidator {
  private readonly models: ReadonlyMap<string, RegExp>;

  constructor(private readonly dtd: Dtd) {
    this.models = new Map(Object.entries(dtd.elements).map(([name, model]) => [name, expressionOf(model)]));
  }

  faultsOf(xml: string): string[] {
    const faults: string[] = [];
    const above: Open[] = [];
    const parser = new SaxesParser();
    parser.on('error', ({ message }) => faults.push(message));
    parser.on('opentag', ({ name, attributes }) => {
      const parent = above.at(-1);
      if (parent) parent.children += `${name};`;
      else if (name !== 'propertyList') faults.push(`the root is ${name}`);
      above.push({ name, line: parser.line, children: '', text: '' });
      for (const fault of this.faultsOfAttributes(name, attributes)) faults.push(`${parser.line}: ${name}: ${fault}`);
    });
    for (const event of ['text', 'cdata'] as const)
      parser.on(event, (text) => {
        const open = above.at(-1);
        if (open) open.text += text;
      });
    parser.on('closetag', () => {
      const open = above.pop();
      for (const fault of open ? this.faultsOfContent(open) : []) faults.push(`${open?.line}: ${open?.name}: ${fault}`);
    });
    parser.write(xml).close();
    return faults;
  }

  private faultsOfContent({ name, children, text }: Open): string[] {
    const model = this.dtd.elements[name];
    if (model === undefined) return ['is not declared'];
    const isText = model.includes('#PCDATA') || (name === 'propertyList' && text.trim() === '');
    return [
      ...(this.models.get(name)?.test(children) ? [] : [`has ${children || 'no children'}, not ${model}`]),
      ...(isText || text === '' ? [] : ['has text']),
    ];
  }

  private faultsOfAttributes(name: string, given: Readonly<Record<string, string>>): string[] {
    const known = this.dtd.attributes[name] ?? {};
    const unknown = Object.keys(given).filter((attribute) => !(attribute in known));
    const faults = Object.entries(known).flatMap(([attribute, { type, default: initial }]) => {
      const value = given[attribute];
      const [, fixed = ''] = /^#FIXED\s+(.*)$/.exec(initial) ?? [];
      if (value === undefined) return initial === '#REQUIRED' ? [`lacks ${attribute}`] : [];
      const isKnown = fixed === '' ? type === 'CDATA' || type.includes(value) : value === fixed;
      return isKnown ? [] : [`${attribute} is ${value}`];
    });
    return [...unknown.map((attribute) => `has ${attribute}`), ...faults];
  }
}
