import { slugify } from '@app/address';
import names from '../data/names.json' with { type: 'json' };
import type { Random } from '../random/random.js';

const { brands, surnames, trades } = names;

/** Generates agency names, each with its own host name. */
export class AgencyNames {
  private readonly taken = new Set<string>();

  constructor(private readonly random: Random) {}

  next(suburb: string): { name: string; hostname: string } {
    for (let attempt = 0; ; attempt++) {
      // After a few collisions the suburb is added, later a number: a large directory needs more names than there are
      // brands.
      const name = this.invent() + (attempt > 2 ? ` ${suburb}` : '') + (attempt > 20 ? ` ${attempt}` : '');
      const hostname = hostnameOf(name);
      if (this.taken.has(hostname)) continue;
      this.taken.add(hostname);
      return { name, hostname };
    }
  }

  /** The name of a sub-account's website. */
  under(main: string, suburb: string): { name: string; hostname: string } {
    const name = `${main} ${suburb}`;
    let hostname = hostnameOf(name);
    for (let number = 2; this.taken.has(hostname); number++) hostname = hostnameOf(`${name} ${number}`);
    this.taken.add(hostname);
    return { name, hostname };
  }

  private invent(): string {
    const founder = this.random.pick(surnames);
    const style = this.random.fraction();
    if (style < 0.4) return `${this.random.pick(brands)} ${this.random.pick(trades)}`;
    if (style < 0.75) return `${founder} & ${this.random.pick(surnames)}`;
    return `${founder} ${this.random.pick(trades)}`;
  }
}

/** Maximum length of a label of a host name. */
const LONGEST_LABEL = 63;

/** A long name keeps its end, which distinguishes it from others. */
function hostnameOf(name: string): string {
  return `www.${slugify(name).slice(-LONGEST_LABEL).replace(/^-+/, '')}.example`;
}
