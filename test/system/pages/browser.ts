import axe from 'axe-core';
import { chromium, type Browser as Chromium, type Page } from 'playwright-core';

/** A page and its faults: errors, violations of its policy, requests to other hosts. */
interface OpenPage {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** The installed Chromium, headless. */
export class Browser {
  private constructor(
    private readonly browser: Chromium,
    private readonly address: string,
    private readonly others: readonly string[],
  ) {}

  /** @param others the other hosts that the pages may use */
  static async start(address: string, ...others: string[]): Promise<Browser> {
    return new Browser(
      await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }),
      address,
      others,
    );
  }

  /** Opens a page of the address in its own profile. */
  async open(
    path: string,
    [width, height]: readonly [number, number],
    { javaScriptEnabled = true } = {},
  ): Promise<OpenPage> {
    const page = await this.browser.newPage({ viewport: { width, height }, javaScriptEnabled });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (line) => void (['error', 'warning'].includes(line.type()) && faults.push(line.text())));
    page.on('request', (request) => {
      const url = request.url();
      if (![this.address, ...this.others, 'data:'].some((start) => url.startsWith(start))) faults.push(url);
    });
    await page.goto(this.address + path);
    return { page, faults };
  }

  stop(): Promise<void> {
    return this.browser.close();
  }
}

/** The findings of axe-core, with the first element of each kind. @param part of the page, by its selector */
export async function violationsOf(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate<string[]>(
    `axe.run('${part}', { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
}
