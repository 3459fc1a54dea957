import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Browser, violationsOf } from '../browser.js';
import { behaviours, startReceiver } from '../../../support/hook-receiver.js';
import { leftOut, missingPrograms } from '../../../support/programs.js';
import { Command } from '../../support/command.js';
import { AGENT, FIND, HOME, specWebsite } from './website.js';
import { specFixture, storeCredential } from '@testing';

const PEOPLE = [FIND, `${FIND}?listsIn=Nowhere+Land`, '/agents', AGENT, '/appraisal'];
const MARKET = [
  '/market',
  '/market?place=2220',
  '/market?place=Nowhere+Land',
  '/suburbs',
  '/suburbs/hurstville-nsw-2220',
];
const LISTS = ['/buy', '/buy?minPrice=cheap&maxPrice=1', '/rent', '/commercial', '/sold', '/leased', '/open-homes'];
const PAGES = ['/', ...LISTS, HOME, ...MARKET, ...PEOPLE, '/about', '/saved', '/nowhere'];
const SIZES = { phone: [390, 844], desk: [1440, 900] } as const;
const OTHER_SIZES = { tablet: [768, 1024], wide: [1680, 1050] } as const;

/** Types a text, and chooses the first suggestion with the arrow key once it is the place: it changes with each letter. */
async function choosePlace(page: Page, typed: string, place: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Suburb' }).pressSequentially(typed);
  await page.locator('[role=option]:first-child').filter({ hasText: place }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

const site = specWebsite();
const { receiver, service } = site;

const missing = missingPrograms('chromium');

describe.skipIf(missing.length > 0)(`in Chromium${leftOut(missing)}`, () => {
  const browser = specFixture(() => Browser.start(site.address, site.pictures));

  describe.each(Object.entries(SIZES))('on a %s', (_, size) => {
    it('a visitor searches, narrows, opens a home and sends an enquiry, which the agency receives', async () => {
      const { page, faults } = await browser.open('/', size);
      await choosePlace(page, 'hurst', 'Hurstville NSW 2220');
      await page.waitForURL(/s=Hurstville/);
      expect(await page.locator('h1').textContent()).toBe('2 homes for sale in Hurstville NSW 2220');
      if (size[0] < 800) await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Property type').selectOption({ label: 'Houses (1)' });
      await page.getByLabel('Price to').fill('$1.5m');
      await page.getByRole('button', { name: size[0] < 800 ? 'Show homes' : 'Search', exact: true }).click();
      await page.waitForURL(/category=house/);
      await page.locator('.cards a').click();
      await page.waitForURL(`**${HOME}`);
      const name = `Jane Citizen ${size[0]}`;
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('E-mail').fill('jane@example.com');
      await page.getByLabel('Message').fill('Is there room for two cars?');
      await page.getByLabel('You may store this').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your question about').waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('enquiry');
      await expect
        .poll(() => receiver.received.map(({ body }) => body).join('\n'), { timeout: 50_000 })
        .toContain(name);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('a visitor types an address, and opens the home', async () => {
      const { page, faults } = await browser.open('/open-homes', size);
      await choosePlace(page, '139 burk', '139 Burke Street, Hurstville NSW 2220');
      await page.waitForURL(`**${HOME}`);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('a visitor finds an agent of a suburb, and writes to the agent', async () => {
      const { page, faults } = await browser.open(FIND, size);
      await choosePlace(page, 'hurst', 'Hurstville NSW 2220');
      await page.waitForURL(/listsIn=Hurstville\+NSW\+2220/);
      await page.getByRole('link', { name: 'James Popov' }).click();
      await page.waitForURL(`**${AGENT}`);
      const email = `writer-${size[0]}@example.com`;
      await page.getByLabel('Name', { exact: true }).fill('Jane Citizen');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Message').fill('Do you know the street?');
      await page.getByLabel('You may store this').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your message is with James Popov').waitFor();
      const { body } = await service.get<{ data: object[] }>(`/api/v1/enquiries?email=${email}`);
      expect(body.data).toEqual([expect.objectContaining({ kind: 'general', websiteID: 1, agentID: 1 })]);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('a visitor asks for an appraisal, and corrects a fault beside its field', async () => {
      const { page, faults } = await browser.open(AGENT, size);
      await page.locator('main').getByRole('link', { name: 'What is my home worth?' }).click();
      await page.waitForURL('**/appraisal');
      const email = `owner-${size[0]}@example.com`;
      const home = '12 King Street, Hurstville NSW 2220';
      await page.getByLabel('I want to').selectOption('Rent it out');
      await page.getByLabel('Address of your home').fill(home);
      await page.getByLabel('Name', { exact: true }).fill('Jane Citizen');
      await page.getByLabel('You may store this').check();
      await page.getByRole('button', { name: 'Ask for an appraisal' }).click();
      await page.getByText('E-mail or phone is required.').waitFor();
      expect(await page.getByLabel('E-mail').getAttribute('aria-describedby')).toBe('fault-email');
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.getByLabel('Address of your home').inputValue()).toBe(home);
      expect(await page.evaluate('document.activeElement.name')).toBe('email');
      await page.keyboard.type(email);
      await page.getByRole('button', { name: 'Ask for an appraisal' }).click();
      await page.getByText('Your request has arrived').waitFor();
      const { body } = await service.get<{ data: object[] }>(`/api/v1/enquiries?email=${email}`);
      const message = 'Please contact me about an appraisal of my home.';
      expect(body.data).toEqual([
        expect.objectContaining({ kind: 'rental-appraisal', websiteID: 1, agentID: null, address: home, message }),
      ]);
      expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
      await page.close();
    });

    it('the pages are accessible and fit its width, and the largest picture appears fast', async () => {
      const paints: string[] = [];
      for (const path of PAGES) {
        const { page, faults } = await browser.open(path, size);
        expect([path, await violationsOf(page)]).toEqual([path, []]);
        expect([path, faults.filter((fault) => !/\b40[04]\b/.test(fault))]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, size[0]]);
        const paint = await page.evaluate<number>(`new Promise((found) => new PerformanceObserver((list) =>
          found(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`);
        paints.push(`${path} ${Math.round(paint)} ms`);
        await page.close();
      }
      console.info(`Largest paint at ${size.join('x')}: ${paints.join(', ')}`);
    });

    it('saved searches are accessible, too', async () => {
      const { page, faults } = await browser.open('/rent', size);
      await page.getByRole('button', { name: 'Save this search' }).click();
      await page.waitForURL('**/saved?done=saved');
      expect(await page.evaluate('document.activeElement.textContent')).toContain('Your search is saved.');
      expect(await page.locator('#menu a[href="/saved"]').count()).toBe(1);
      expect([await violationsOf(page), faults]).toEqual([[], []]);
      await page.close();
    });

    it('the pages work without scripts', async () => {
      const { page } = await browser.open('/', size, { javaScriptEnabled: false });
      await page.getByText('Rent', { exact: true }).and(page.locator('.tabs label')).click();
      await page.getByLabel('Suburb').fill('2220');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/\/rent\?s=2220/);
      await page.goto(`${site.address}/buy`);
      await page.getByRole('button', { name: 'Save this search' }).click();
      await page.getByRole('button', { name: 'Delete this search' }).click();
      await page.getByText('Your search is deleted.').waitFor();
      await page.goto(`${site.address}/buy`);
      if (size[0] < 800) await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('Bedrooms').selectOption('3');
      await page.getByRole('button', { name: size[0] < 800 ? 'Show homes' : 'Search', exact: true }).click();
      await page.waitForURL(/minbedrooms=3/);
      await page.locator('.pin').first().click();
      await page.goto(site.address + HOME);
      expect(await page.locator('aside a[href^="tel:"]').count()).toBeGreaterThan(0);
      expect(await page.getByRole('button', { name: 'Full screen' }).isVisible()).toBe(false);
      const email = `unscripted-${size[0]}@example.com`;
      await page.getByLabel('Name', { exact: true }).fill('Jane');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Message').fill('Is it quiet?');
      await page.getByLabel('You may store this').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your question about').waitFor();
      await page.goto(site.address + FIND);
      await page.getByLabel('Suburb or postcode').fill('Hurstville');
      await page.getByLabel('Include surrounding suburbs').check();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/listsIn=Hurstville&surroundingsuburb=true/);
      expect(await page.locator('.agents a[href^="tel:"]').count()).toBeGreaterThan(1);
      await page.close();
    });

    it('a visitor finds a home to inspect on Saturday, and what sold in a street', async () => {
      const { page, faults } = await browser.open('/', size);
      const menu = async (name: string) => {
        if (size[0] < 800) await page.getByRole('button', { name: 'Menu' }).click();
        await page.locator('#menu').getByRole('link', { name, exact: true }).click();
      };
      await menu('Open homes');
      await page.locator('.days a', { hasText: /^Sat / }).first().click();
      await page.waitForURL(/dates=/);
      const title = await page.locator('.times strong').first().textContent();
      expect(title).toMatch(/\d+:\d\d/);
      await page.locator('.times .cards a').first().click();
      await page.locator('.openings li, .price', { hasText: 'Saturday' }).first().waitFor();
      await menu('Sell');
      await page.getByLabel('Street and suburb').fill('Burke Street, Hurstville');
      await page.getByRole('button', { name: 'Show sales' }).click();
      await page.getByRole('heading', { name: '1 home sold matching “Burke Street, Hurstville”' }).waitFor();
      expect(await page.locator('.cards strong').first().textContent()).toMatch(/^\$[\d,]+$/);
      expect(faults).toEqual([]);
      await page.close();
    });

    it('the pictures of a home have buttons, keys and a number', async () => {
      const { page, faults } = await browser.open(HOME, size);
      const count = page.locator('[data-count]');
      expect(await count.textContent()).toBe('1 / 5');
      if (size[0] < 800) {
        await page.getByRole('button', { name: 'Next picture' }).click();
        await expect.poll(() => count.textContent()).toBe('2 / 5');
        await page.locator('.pictures').focus();
        await page.keyboard.press('ArrowRight');
        await expect.poll(() => count.textContent()).toBe('3 / 5');
        await page.locator('[data-plan]').click();
        await expect.poll(() => count.textContent()).toBe('5 / 5');
      }
      await page.getByRole('button', { name: 'Full screen' }).click();
      await expect.poll(() => page.evaluate('document.fullscreenElement?.className')).toBe('gallery');
      expect(faults).toEqual([]);
      await page.close();
    });
  });

  it.each(Object.entries(OTHER_SIZES))('the pages fit a %s screen', async (_, size) => {
    for (const path of ['/', '/buy', HOME, '/open-homes', '/suburbs/hurstville-nsw-2220', FIND, '/appraisal']) {
      const { page } = await browser.open(path, size);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, size[0]]);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      await page.close();
    }
  });

  it('pins of the map are large enough for a finger', async () => {
    const { page } = await browser.open('/buy', SIZES.phone);
    const pins = await page
      .locator('.pin')
      .evaluateAll((all) => all.map((pin) => pin.querySelector('circle, rect')?.getBoundingClientRect()));
    expect(pins.length).toBeGreaterThan(5);
    for (const box of pins) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await page.close();
  });

  it('a style of a map puts streets in the place of the drawing', async () => {
    await using styles = await startReceiver();
    const layers = [{ id: 'ground', type: 'background', paint: { 'background-color': '#dfe8d8' } }];
    const style = JSON.stringify({ version: 8, sources: {}, layers });
    styles.behaviour = behaviours.answers(200, { 'access-control-allow-origin': '*' }, style);
    const keys = await storeCredential(service, { websiteID: 1 }, 'public');
    const command = Command.start(['node', 'examples/agency-website/src/main.js'], {
      env: {
        DIRECTORY_URL: service.address,
        ACCESS_KEY: keys.accessKey,
        SECRET_KEY: keys.secretKey,
        PORT: '0',
        MAP_STYLE_URL: `${styles.origin}/style.json`,
      },
    });
    const streets = await Browser.start(await command.printed(/^(http:\S+)/m), styles.origin, site.pictures);
    const { page, faults } = await streets.open('/buy', SIZES.desk);
    await page.locator('.streets canvas').waitFor();
    await page.locator('.ground svg').waitFor({ state: 'detached' });
    expect(await page.locator('.streets .pin').count()).toBeGreaterThan(5);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults.filter((fault) => !/^\[\.WebGL|GPU stall/.test(fault) && !fault.startsWith('blob:'))).toEqual([]);
    await streets.stop();
    command.signalAll('SIGTERM');
    await command.end();
  });
});
